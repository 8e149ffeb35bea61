// Words people use, for administrators: synonyms, terms, what is searched for.
import { queryOptions } from '@tanstack/react-query'
import { call, callRaw } from './client'

export interface SynonymDraft {
  terms: string[]
  oneWay: boolean
}

export interface Synonym extends SynonymDraft {
  id: string
  version: number
  changed: string
  by: string
}

export interface Term {
  concept: string
  kind: string
  lang: string
  term: string
  wholeQuery: boolean
  own: boolean
  off: boolean
}

export interface WordImportReport {
  total: number
  added: number
  unchanged: number
  terms: number
  faults: { line: number; message: string }[]
  written: boolean
}

interface TrialResults {
  found: number
  titles: string[]
}

export interface TrialOutcome {
  before: TrialResults
  after: TrialResults
}

export interface SearchedText {
  q: string
  count: number
  lastDay: string
  /** As far as labels of the thesaurus in the text or its script show it. */
  language?: { tag: string; by: string }
}

export interface SearchInsight {
  total: number
  withoutResult: number
  found: number
  foundMissed: number
  /** How many more texts there are in each list that are too rare to be shown. */
  rarer: number
  rarerMissed: number
  top: SearchedText[]
  missed: SearchedText[]
}

/** Entries of a page of any of these lists. */
export const wordsPageSize = 50

/** Key of everything that a changed synonym or term changes. */
export const wordsKey = ['words'] as const

export const synonymsQuery = (start: number) =>
  queryOptions({
    queryKey: [...wordsKey, 'synonyms', start],
    queryFn: ({ signal }) =>
      call<{ found: number; synonyms: Synonym[] }>(`/system/synonyms?start=${start}`, { signal }),
  })

export const termsQuery = (q: string, start: number) =>
  queryOptions({
    queryKey: [...wordsKey, 'terms', q, start],
    queryFn: ({ signal }) =>
      call<{ found: number; terms: Term[] }>(`/system/terms?${new URLSearchParams({ q, start: String(start) })}`, {
        signal,
      }),
  })

export const insightQuery = (days: number, start: number) =>
  queryOptions({
    queryKey: ['insight', days, start],
    queryFn: ({ signal }) => call<SearchInsight>(`/system/searches?days=${days}&start=${start}`, { signal }),
  })

/** Adds a synonym, or replaces the one it was made from. */
export const saveSynonym = (draft: SynonymDraft, replaced?: Synonym) =>
  replaced
    ? call<Synonym>(`/system/synonyms/${replaced.id}`, {
        method: 'PUT',
        body: draft,
        headers: { 'if-match': `"${replaced.version}"` },
      })
    : call<Synonym>('/system/synonyms', { method: 'POST', body: draft })

export const deleteSynonym = ({ id, version }: Synonym) =>
  callRaw(`/system/synonyms/${id}`, { method: 'DELETE', headers: { 'if-match': `"${version}"` } })

export const trySynonym = (q: string, draft: SynonymDraft, id?: string) =>
  call<TrialOutcome>('/system/synonyms/try', { method: 'POST', body: { q, ...draft, id } })

export const importSynonyms = (file: File, dryRun: boolean) =>
  call<WordImportReport>(`/system/synonyms/import?dryRun=${dryRun}`, { method: 'POST', body: new Blob([file]) })

export const importOwnTerms = (file: File, dryRun: boolean) =>
  call<WordImportReport>(`/system/terms/own?dryRun=${dryRun}`, { method: 'POST', body: new Blob([file]) })

export const switchTerm = ({ concept, term }: Term, off: boolean) =>
  callRaw('/system/terms', { method: 'PUT', body: { concept, term, off } })
