// Selects a citation, such as the replacement of an obsolete one, by a search for its title or item number.
import messages from 'messages:staff/controls'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { citationQuery } from '../api/catalogue/citations'
import { citationChoicesQuery } from '../api/catalogue/editing'
import { announce } from '../components/feedback/StatusLine'
import type { FieldProps } from '../components/form/Field'
import { type Choice, SearchCombobox } from '../components/form/SearchCombobox'
import { staffText } from '../i18n/staffText'
import { useDebounced } from '../lib/useDebounced'

const t = staffText(messages)

const DEBOUNCE_MS = 200

interface Props extends Omit<FieldProps, 'label'> {
  label: string
  /** The ID of the edited citation, which is excluded; undefined for a new one. */
  own: string | undefined
  /** The ID of the selected citation, or empty. */
  value: string
  onChange: (id: string) => void
}

export function ReplacedByField({ own, value, onChange, ...field }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [picked, setPicked] = useState<Choice | null>(null)
  const known = picked?.id === value ? picked.label : undefined
  const chosen = useQuery({ ...citationQuery(value), enabled: value !== '' && known === undefined })
  const valueLabel = value === '' ? '' : (known ?? chosen.data?.citation.title ?? value)

  const text = typed?.trim() ?? ''
  const asked = useDebounced(text, DEBOUNCE_MS)
  const search = useQuery(citationChoicesQuery(asked))
  const isSettled = text !== '' && asked === text && !search.isFetching
  const choices = isSettled ? (search.data ?? []).filter(({ id }) => id !== own) : []
  const status =
    text === ''
      ? t('typeToSearch')
      : !isSettled
        ? t('searching')
        : search.isError
          ? t('searchFailed')
          : t('nothingFound')
  // External system: the screen reader, because the focus stays in the field.
  const spoken = !isSettled ? '' : choices.length === 0 ? status : t('countFound', { count: choices.length })
  useEffect(() => announce(spoken), [spoken])

  return (
    <SearchCombobox
      {...field}
      hint={field.hint ?? t('replacementHint')}
      value={value}
      valueLabel={valueLabel}
      typed={typed}
      onTyped={setTyped}
      choices={choices}
      status={status}
      onChange={(choice) => {
        setPicked(choice)
        onChange(choice?.id ?? '')
      }}
    />
  )
}
