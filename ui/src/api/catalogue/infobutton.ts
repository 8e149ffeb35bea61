// The handouts for what a health record shows, for the page that its info button opens.
import { queryOptions } from '@tanstack/react-query'
import { call } from '../client'
import type * as Described from '../schema'

export type KnowledgeFeed = Described.KnowledgeFeed
export type KnowledgeEntry = Described.KnowledgeEntry

/** The knowledge request in the query string of a page; null for the page of a search. */
export function knowledgeRequest(query: string): string | null {
  const parameters = new URLSearchParams(query)
  if (parameters.get('infobutton') !== '1') return null
  parameters.delete('infobutton')
  return parameters.toString()
}

/** The feed of a knowledge request. The codes of the request were counted when the button was pressed. */
export const knowledgeQuery = (request: string) =>
  queryOptions({
    queryKey: ['infobutton', request],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams(`knowledgeResponseType=application/json&record=false&${request}`)
      return (await call('GET /infobutton', { query, signal })).feed
    },
    staleTime: 30_000,
  })

/** What was asked for, in the words of the request: names before codes. */
export function knowledgeSubject({ category }: KnowledgeFeed): string {
  const subjects: { term: string; isCode: boolean }[] = []
  for (const { scheme, term } of category) {
    if (!scheme.startsWith('mainSearchCriteria') || scheme === 'mainSearchCriteria.v.cs' || term === '') continue
    const isCode = scheme === 'mainSearchCriteria.v.c'
    // The code is the first part of a criterion; its name follows.
    if (!isCode && subjects.at(-1)?.isCode) subjects.pop()
    subjects.push({ term, isCode })
  }
  const terms = subjects.map(({ term }) => term)
  return terms.filter((term, at) => at === 0 || terms[at - 1] !== term).join(', ')
}
