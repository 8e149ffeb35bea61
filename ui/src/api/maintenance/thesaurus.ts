// The thesaurus and search insight, for administrators: synonyms, labels, what is searched for.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { searchKey } from '../catalogue/search'
import { addressOf, call } from '../client'
import { asProblem } from '../problem'
import type * as Described from '../schema'
import { useSingleMutation } from '../useSingleMutation'

export type SynonymDraft = Described.SynonymDraft
export type Synonym = Described.SynonymEntry
export type Term = Described.TermRow
export type ThesaurusImportReport = Described.WordImportReport
export type TrialOutcome = Described.TrialOutcome
export type SearchedText = Described.SearchedText
export type SearchInsight = Described.SearchInsight

export type UnansweredCode = Described.UnansweredCode

/** The tag of texts whose language is not known. */
export const noLanguage = 'und'

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
    queryFn: ({ signal }) => call('GET /system/synonyms', { query: { start }, signal }),
  })

export const termsQuery = (q: string, start: number) =>
  queryOptions({
    queryKey: [...thesaurusKey, 'terms', q, start],
    queryFn: ({ signal }) => call('GET /system/terms', { query: { q, start }, signal }),
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
    queryFn: ({ signal }) => call('GET /system/searches', { query: { ...filter, start }, signal }),
  })

export const unansweredCodesQuery = (days: string, start: number) =>
  queryOptions({
    queryKey: ['insight', 'codes', days, start],
    queryFn: ({ signal }) => call('GET /system/searches/codes', { query: { days, start }, signal }),
  })

/** Adds a synonym, or replaces an existing one. */
export const saveSynonym = (draft: SynonymDraft, replaced?: Synonym) =>
  replaced
    ? call('PUT /system/synonyms/{id}', {
        params: { id: replaced.id },
        body: draft,
        ifMatch: `"${replaced.version}"`,
      })
    : call('POST /system/synonyms', { body: draft })

export const deleteSynonym = ({ id, version }: Synonym) =>
  call('DELETE /system/synonyms/{id}', { params: { id }, ifMatch: `"${version}"`, content: 'nothing' })

export const trySynonym = (q: string, draft: SynonymDraft, id?: string) =>
  call('POST /system/synonyms/try', { body: { q, ...draft, id } })

export const importSynonyms = (file: File, dryRun: boolean) =>
  call('POST /system/synonyms/import', { query: { dryRun }, body: new Blob([file]) })

export const importOwnTerms = (file: File, dryRun: boolean) =>
  call('POST /system/terms/own', { query: { dryRun }, body: new Blob([file]) })

export const switchTerm = ({ concept, term }: Term, off: boolean) =>
  call('PUT /system/terms', { body: { concept, term, off }, content: 'nothing' })

/** The URLs of the lists as files. */
export const ownTermsDownload = addressOf('GET /system/terms/own')
export const synonymsDownload = addressOf('GET /system/synonyms/download')
export const termsDownload = (q: string) => addressOf('GET /system/terms/download', { query: { q } })
export const insightDownload = (filter: InsightFilter) =>
  addressOf('GET /system/searches/download', { query: { ...filter } })
export const unansweredCodesDownload = (days: string) =>
  addressOf('GET /system/searches/codes/download', { query: { days } })

/** Imports a file of synonyms or labels: validated when it is selected, written after confirmation. */
export function useThesaurusImport(send: (file: File, dryRun: boolean) => Promise<ThesaurusImportReport>) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const check = useMutation({ mutationFn: (chosen: File) => send(chosen, true) })
  const write = useSingleMutation({
    mutationFn: (chosen: File) => send(chosen, false),
    onSuccess: () => void reloadThesaurus(client),
  })
  const failed = write.error ?? check.error
  const report = write.data ?? check.data
  return {
    /** Validates the file selected in an input. */
    choose: (event: ChangeEvent<HTMLInputElement>) => {
      const chosen = event.target.files?.[0] ?? null
      setFile(chosen)
      check.reset()
      write.reset()
      if (chosen) check.mutate(chosen)
    },
    write: () => file && write.mutate(file),
    isWriting: write.isPending,
    problem: failed ? asProblem(failed) : undefined,
    report: report && { ...report, errors: report.faults },
  }
}
