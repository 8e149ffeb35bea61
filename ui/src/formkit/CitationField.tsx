// Selects a citation by a search for its title or item number.
import t from 'messages:staff/controls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { citationQuery } from '../api/catalogue/citations'
import { citationChoicesQuery } from '../api/catalogue/editing'
import type { FieldProps } from '../components/form/Field'
import { type Choice, SearchCombobox } from '../components/form/SearchCombobox'
import { useChoiceSearch } from './useChoiceSearch'

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
