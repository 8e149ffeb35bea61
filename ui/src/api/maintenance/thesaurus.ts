// The thesaurus and search insight, for administrators: synonyms, labels, what is searched for.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { filledParameters } from '../../lib/text/filledParameters'
import { searchKey } from '../catalogue/search'
import { call, callRaw } from '../client'
import type * as Described from '../schema'

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

export interface ThesaurusImportReport {
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

export type SearchedText = Described.SearchedText
export type SearchInsight = Described.SearchInsight

export type UnansweredCode = Described.UnansweredCode

/** The tag of texts whose language is not known. */
export const noLanguage = 'und'

/** Entries on a page of each of these lists. */
export const thesaurusPageSize = 50

/** Prefix of the keys of all queries that a changed synonym or label affects. */
const thesaurusKey = ['words'] as const

/** Loads synonyms and labels again, and the results that they affect; resolves when synonyms and labels are loaded. */
export async function reloadThesaurus(client: QueryClient) {
  void client.invalidateQueries({ queryKey: searchKey })
  await client.invalidateQueries({ queryKey: thesaurusKey })
}

export const synonymsQuery = (start: number) =>
  queryOptions({
    queryKey: [...thesaurusKey, 'synonyms', start],
    queryFn: ({ signal }) =>
      call<{ found: number; synonyms: Synonym[] }>(`/system/synonyms?start=${start}`, { signal }),
  })

export const termsQuery = (q: string, start: number) =>
  queryOptions({
    queryKey: [...thesaurusKey, 'terms', q, start],
    queryFn: ({ signal }) =>
      call<{ found: number; terms: Term[] }>(`/system/terms?${new URLSearchParams({ q, start: String(start) })}`, {
        signal,
      }),
  })

/** Which texts Search Insight shows. */
export interface InsightFilter {
  days: string
  /** The tag of a language; empty for all. */
  language: string
}

export const insightQuery = (filter: InsightFilter, start: number) =>
  queryOptions({
    queryKey: ['insight', filter, start],
    queryFn: ({ signal }) =>
      call<SearchInsight>(`/system/searches?${filledParameters({ ...filter, start: String(start) })}`, { signal }),
  })

export const unansweredCodesQuery = (days: string, start: number) =>
  queryOptions({
    queryKey: ['insight', 'codes', days, start],
    queryFn: ({ signal }) =>
      call<Described.UnansweredCodes>(`/system/searches/codes?${filledParameters({ days, start: String(start) })}`, {
        signal,
      }),
  })

/** Adds a synonym, or replaces an existing one. */
export const saveSynonym = (draft: SynonymDraft, replaced?: Synonym) =>
  replaced
    ? call<Synonym>(`/system/synonyms/${replaced.id}`, {
        method: 'PUT',
        body: draft,
        headers: { 'if-match': `"${replaced.version}"` },
      })
    : call<Synonym>('/system/synonyms', { method: 'POST', body: draft })

export const deleteSynonym = ({ id, version }: Synonym) =>
  callRaw(`/system/synonyms/${id}`, { method: 'DELETE', headers: { 'if-match': `"${version}"` }, content: 'nothing' })

export const trySynonym = (q: string, draft: SynonymDraft, id?: string) =>
  call<TrialOutcome>('/system/synonyms/try', { method: 'POST', body: { q, ...draft, id } })

export const importSynonyms = (file: File, dryRun: boolean) =>
  call<ThesaurusImportReport>(`/system/synonyms/import?dryRun=${dryRun}`, { method: 'POST', body: new Blob([file]) })

export const importOwnTerms = (file: File, dryRun: boolean) =>
  call<ThesaurusImportReport>(`/system/terms/own?dryRun=${dryRun}`, { method: 'POST', body: new Blob([file]) })

export const switchTerm = ({ concept, term }: Term, off: boolean) =>
  callRaw('/system/terms', { method: 'PUT', body: { concept, term, off }, content: 'nothing' })

/** The URLs of the lists as files. */
export const ownTermsDownload = '/api/system/terms/own'
export const synonymsDownload = '/api/system/synonyms/download'
export const termsDownload = (q: string) => `/api/system/terms/download?${new URLSearchParams({ q })}`
export const insightDownload = (filter: InsightFilter) =>
  `/api/system/searches/download?${filledParameters({ ...filter })}`
export const unansweredCodesDownload = (days: string) =>
  `/api/system/searches/codes/download?${filledParameters({ days })}`
