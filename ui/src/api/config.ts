// The server's configuration for the screens: the hospital's words, outside links, and whether one is signed in.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callRaw, jsonOf, personOf } from './client'
import type { Received } from './received'
import type * as Described from './schema'

export type Config = Received<Described.Config>

/** The configuration, and who is signed in: an identifier that stays the same for one person. */
export interface KnownConfig extends Config {
  person?: string
}

/** As long as it is not there, it is asked for every 5 seconds: without it nobody can sign in. */
const retryMs = 5_000

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }): Promise<KnownConfig> => {
    const response = await callRaw('/config', { signal })
    return { ...(await jsonOf<Config>(response)), person: personOf(response) }
  },
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state }) => (state.data ? false : retryMs),
})

/** The configuration; undefined until it has come. */
export const useConfig = () => useQuery(configQuery).data

/** The identifier of whoever is signed in; undefined for a visitor, and until it is known. */
export const usePerson = () => useConfig()?.person

/** What an item number is called where the hospital has set no other name. */
export const usualItemNumberLabel = "Children's Item Number"

/** What the language table calls an item number. */
export const useItemNumberLabel = () => useConfig()?.hospital.itemNumberLabel ?? usualItemNumberLabel

const noLanguages: Config['screenLanguages'] = []

/** The languages that the screens can be shown in, the usual one first; empty until they are known. */
export const useScreenLanguages = () => useConfig()?.screenLanguages ?? noLanguages
