// What the server says of itself: the hospital's words, outside links, and whether one is signed in.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './client'

export interface Config {
  version: string
  hospital: { name: string; itemNumberLabel: string; email: string | null; orderEmail: string | null }
  links: {
    serviceDesk: string | null
    translation: string | null
    createMaterials: string | null
    healthLiteracy: string | null
    dashboard: string | null
  }
  signIn: { available: boolean; signedIn: boolean }
}

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call<Config>('/config', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The configuration; undefined until it has come. */
export const useConfig = () => useQuery(configQuery).data

/** What the language table calls an item number. */
export const useItemNumberLabel = () => useConfig()?.hospital.itemNumberLabel ?? "Children's Item Number"
