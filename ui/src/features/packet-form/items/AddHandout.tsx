// Adds a handout to the packet by a search for its title or item number.
import messages from 'messages:staff/packetForm'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { citationChoicesQuery } from '../../../api/catalogue/editing'
import { announce } from '../../../components/feedback/StatusLine'
import { type Choice, SearchCombobox } from '../../../components/form/SearchCombobox'
import { staffText } from '../../../i18n/staffText'
import { useDebounced } from '../../../lib/useDebounced'
import { limits } from '../packetValues'

const t = staffText(messages)

export const addHandoutId = 'add-handout'

const DEBOUNCE_MS = 200

interface Props {
  /** The IDs of the citations in the packet, which are not offered. */
  known: readonly string[]
  isFull: boolean
  onAdd: (choice: Choice) => void
}

export function AddHandout({ known, isFull, onAdd }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed?.trim() ?? ''
  const asked = useDebounced(text, DEBOUNCE_MS)
  const search = useQuery(citationChoicesQuery(asked))
  const isSettled = text !== '' && asked === text && !search.isFetching
  const found = isSettled ? (search.data ?? []) : []
  const choices = found.filter(({ id }) => !known.includes(id))
  const status =
    text === ''
      ? t('typeToSearch')
      : !isSettled
        ? t('searching')
        : search.isError
          ? t('searchFailed')
          : found.length > 0
            ? t('allFoundInPacket')
            : t('nothingFound')
  // External system: the screen reader, because the focus stays in the field.
  const spoken = !isSettled ? '' : choices.length === 0 ? status : t('countFound', { count: choices.length })
  useEffect(() => announce(spoken), [spoken])
  if (isFull) {
    return (
      <p id={addHandoutId} tabIndex={-1}>
        {t('packetIsFull', { items: limits.items })}
      </p>
    )
  }
  return (
    <SearchCombobox
      id={addHandoutId}
      label={t('addHandout')}
      hint={t('searchByTitleOrItem')}
      value=""
      valueLabel=""
      typed={typed}
      onTyped={setTyped}
      choices={choices}
      status={status}
      onChange={(choice) => choice && onAdd(choice)}
    />
  )
}
