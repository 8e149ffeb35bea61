// The server's configuration for the screens: names of the hospital, external links, and whether the caller is signed in.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, callRaw, parseJson, personHeader } from './client'
import type { Nullable } from './nullable'
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
    const response = await callRaw('/config', { signal })
    return { ...(await parseJson<Config>(response)), person: personHeader(response) }
  },
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state }) => (state.data ? false : RETRY_INTERVAL_MS),
})

/** Loads the configuration without the person; null if that fails. */
export const loadConfig = (): Promise<Config | null> => call<Config>('/config').catch(() => null)

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
