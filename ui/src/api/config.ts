// The server's configuration for the screens: names of the hospital, external links, and whether the caller is signed in.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, callRaw, type Nullable, parseJson, personHeader } from './client'
import type * as Described from './schema'

export type Config = Nullable<Described.Config>

/** The configuration with the identifier of the signed-in person. */
export interface ConfigWithPerson extends Config {
  person?: string
}

/** Short, because nobody can sign in until the configuration is loaded. */
const RETRY_INTERVAL_MS = 5_000

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }): Promise<ConfigWithPerson> => {
    const response = await callRaw('GET /config', { signal })
    return { ...(await parseJson(response)), person: personHeader(response) }
  },
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state }) => (state.data ? false : RETRY_INTERVAL_MS),
})

/** Loads the configuration without the person; null if that fails. */
export const loadConfig = (): Promise<Config | null> => call('GET /config').catch(() => null)

/** Neither from a cache nor from a sign-in proxy. */
const uncached: RequestInit = { cache: 'no-store', redirect: 'manual' }

/**
 * Whether a script is missing although the server can be reached: an upgrade removes the scripts of the earlier version.
 * Browsers that name the script do so in the message of the error.
 */
export async function isOutdated({ message }: Error): Promise<boolean> {
  const script = /https?:\/\/\S+\.js/.exec(message)?.[0]
  try {
    if (script?.startsWith(window.location.origin)) return (await fetch(script, uncached)).status === 404
    const response = await fetch('/healthz', uncached)
    return (await response.text()).trim() === 'ok'
  } catch {
    return false
  }
}

/** The configuration; undefined until it is loaded. */
export const useConfig = () => useQuery(configQuery).data

/** The identifier of the signed-in person; undefined for a visitor, and until the configuration is loaded. */
export const usePerson = () => useConfig()?.person

/** The label of item numbers where `hospital.item_number_label` is not set. */
export const defaultItemNumberLabel = "Children's Item Number"

/** The hospital's label of item numbers. */
export const useItemNumberLabel = () => useConfig()?.hospital.itemNumberLabel ?? defaultItemNumberLabel

const noLanguages: Config['screenLanguages'] = []

/** The screen languages, the default first; empty until the configuration is loaded. */
export const useScreenLanguages = () => useConfig()?.screenLanguages ?? noLanguages
