// Adds a handout to the packet by a search for its title or item number.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { citationChoicesQuery } from '../../../api/catalogue/editing'
import { announce } from '../../../components/feedback/StatusLine'
import { type Choice, SearchCombobox } from '../../../components/form/SearchCombobox'
import { useDebounced } from '../../../lib/useDebounced'
import { limits } from '../packetValues'

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
      ? 'Type a title or an item number.'
      : !isSettled
        ? 'Searching...'
        : search.isError
          ? 'The search failed. Change the text to try again.'
          : found.length > 0
            ? 'What was found is in the packet already.'
            : 'Nothing found'
  // External system: the screen reader, because the focus stays in the field.
  const spoken = !isSettled ? '' : choices.length === 0 ? status : `${choices.length} found`
  useEffect(() => announce(spoken), [spoken])
  if (isFull) return <p id={addHandoutId}>{`A packet has at most ${limits.items} handouts.`}</p>
  return (
    <SearchCombobox
      id={addHandoutId}
      label="Add a handout"
      hint="Search by title or item number."
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
