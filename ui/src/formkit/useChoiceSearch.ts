// The search behind a field that selects one of its results: what is typed, the choices, and the state in words.
import t from 'messages:staff/controls'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAnnounced } from '../components/feedback/StatusLine'
import type { Choice } from '../components/form/SearchCombobox'
import { useDebounced } from '../lib/useDebounced'

const DEBOUNCE_MS = 200

interface Options {
  /** Which results can be chosen; by default all. */
  isOffered?: (choice: Choice) => boolean
  /** Shown while nothing is typed. */
  typeToSearch?: string
  /** Shown when no result can be chosen. */
  noneOffered?: string
}

/** The query of a text finds its choices, best first, and is not enabled for an empty one. */
export function useChoiceSearch<Found extends Choice, Key extends QueryKey>(
  queryOf: (text: string) => UseQueryOptions<Found[], Error, Found[], Key>,
  { isOffered = () => true, typeToSearch = t('typeToSearch'), noneOffered = t('nothingFound') }: Options = {},
) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed?.trim() ?? ''
  const asked = useDebounced(text, DEBOUNCE_MS)
  const search = useQuery(queryOf(asked))
  const isSettled = text !== '' && asked === text && !search.isFetching
  const found = isSettled ? (search.data ?? []) : []
  const choices = found.filter(isOffered)
  const status = () => {
    if (text === '') return typeToSearch
    if (!isSettled) return t('searching')
    if (search.isError) return t('searchFailed')
    return found.length > 0 ? noneOffered : t('nothingFound')
  }
  // The focus stays in the field.
  useAnnounced(!isSettled ? '' : choices.length === 0 ? status() : t('countFound', { count: choices.length }))
  return { typed, onTyped: setTyped, choices, status: status() }
}
