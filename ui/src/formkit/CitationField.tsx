// Selects a citation by a search for its title or item number.
import t from 'messages:staff/controls'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { citationQuery } from '../api/catalogue/citations'
import { citationChoicesQuery } from '../api/catalogue/editing'
import { useAnnounced } from '../components/feedback/Notice'
import { type Choice, SearchCombobox } from '../components/form/SearchCombobox'
import type { FieldProps } from '../components/form/TextField'
import { useDebounced } from '../lib/useDebounced'

interface Props extends Omit<FieldProps, 'label'> {
  label: string
  /** The ID of a citation that is not offered. */
  own?: string | undefined
  /** The ID of the selected citation, or empty. */
  value: string
  onChange: (id: string) => void
}

export function CitationField({ own, value, onChange, ...field }: Props) {
  const [picked, setPicked] = useState<Choice | null>(null)
  const known = picked?.id === value ? picked.label : undefined
  const chosen = useQuery({ ...citationQuery(value), enabled: value !== '' && known === undefined })
  const search = useChoiceSearch(citationChoicesQuery, { isOffered: ({ id }) => id !== own })
  return (
    <SearchCombobox
      {...field}
      {...search}
      value={value}
      valueLabel={value === '' ? '' : (known ?? chosen.data?.citation.title ?? value)}
      onChange={(choice) => {
        setPicked(choice)
        onChange(choice?.id ?? '')
      }}
    />
  )
}

/** Selects the replacement of an obsolete citation, whose ID is `own` unless it is new. */
export const ReplacedByField = (props: Omit<Props, 'hint'>) => <CitationField {...props} hint={t('replacementHint')} />

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
