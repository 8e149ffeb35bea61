// Search and suggestions. What screens later need is in exports.ts and lookups.ts.

import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../client'
import type * as Described from '../schema'

/** One selected value of one facet, such as `{audience: 'Parents'}`. */
export type Filter = Record<string, string>

export interface SearchRequest {
  q: string
  /** 1-based. */
  page: number
  obsolete: boolean
  filters: readonly Filter[]
  /** The disjunctive facets; of all other facets every selected value must match. */
  any: readonly string[]
  noBoost: boolean
  /** The preferred language; hits that have it include that version. */
  lang?: string | null
}

export type FacetValue = Described.FacetValue
export type Facets = Described.SearchAnswer['facets']

export type Hit = Described.Hit

export type SearchAnswer = Described.SearchAnswer

export type CrisisNotice = Described.CrisisNotice

export const pageSize = 10

/** Prefix of the keys of all searches. */
export const searchKey = ['search'] as const

const escaped = (value: string) => value.replace(/[\\']/g, '\\$&')

/**
 * The filter expression of the selected filters; undefined when there are none. The values of a facet in `any` become one `or`
 * at the position of the first of them.
 */
export function filterExpression(filters: readonly Filter[], any: readonly string[] = []): string | undefined {
  const entries = filters.flatMap((filter) => Object.entries(filter))
  const terms = entries.flatMap(([field, value], at) => {
    if (!any.includes(field)) return [`${field}:'${escaped(value)}'`]
    if (entries.findIndex(([other]) => other === field) < at) return []
    const values = entries.filter(([other]) => other === field).map(([, one]) => `${field}:'${escaped(one)}'`)
    return values.length > 1 ? [`(or ${values.join(' ')})`] : values
  })
  return terms.length > 0 ? `(and ${terms.join(' ')})` : undefined
}

export type Matching = Pick<SearchRequest, 'q' | 'obsolete' | 'filters' | 'any'>

/** The parameters of what a search matches. */
export const matching = ({ q, obsolete, filters, any }: Matching) => ({
  q,
  obsolete,
  fq: filterExpression(filters, any),
})

export const searchQuery = (request: SearchRequest) =>
  queryOptions({
    queryKey: [...searchKey, request],
    queryFn: ({ signal }) =>
      call('GET /search', {
        query: {
          ...matching(request),
          start: (request.page - 1) * pageSize,
          no_boost: request.noBoost,
          lang: request.lang,
          any: request.any.join(','),
        },
        signal,
      }) as Promise<SearchAnswer>,
    staleTime: 30_000,
  })

/** The number of matches including obsolete citations. The search is not recorded. */
export const obsoleteCountQuery = ({ q, filters, any, lang }: Omit<SearchRequest, 'page' | 'noBoost' | 'obsolete'>) =>
  queryOptions({
    queryKey: [...searchKey, 'with obsolete', { q, filters, any, lang }],
    queryFn: async ({ signal }) => {
      const query = { ...matching({ q, obsolete: true, filters, any }), lang, record: false }
      return (await call('GET /search', { query, signal })).hits.found
    },
    staleTime: 30_000,
  })

/** What the hospital promotes for a text. */
export type PromotedResult = Described.PromotedResult

/** A suggested text, or a packet by its title. */
export type Suggestion = Described.Suggestion

/** The suggestions for a typed text; empty for an empty text. The previous ones stay until the new ones are loaded. */
export function useSuggestions(text: string): Suggestion[] {
  const typed = text.trim()
  const { data } = useQuery({
    queryKey: ['suggestions', typed],
    queryFn: ({ signal }) => call('GET /search/suggestions', { query: { q: typed }, signal }),
    enabled: typed !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return typed === '' ? [] : (data?.suggest.suggestions ?? [])
}
