// Selects a published packet by a search for a word of its title.
import messages from 'messages:staff/promotions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { packetListQuery, packetQuery } from '../../api/packets'
import { type Choice, SearchCombobox } from '../../components/form/SearchCombobox'
import { staffText } from '../../i18n/staffText'
import { useDebounced } from '../../lib/useDebounced'

const t = staffText(messages)

const DEBOUNCE_MS = 200

interface Props {
  /** The ID of the selected packet, or empty. */
  value: string
  onChange: (id: string) => void
  error: string | undefined
}

export function PacketField({ value, onChange, error }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [picked, setPicked] = useState<Choice | null>(null)
  const known = picked?.id === value ? picked.label : undefined
  const chosen = useQuery({ ...packetQuery(value), enabled: value !== '' && known === undefined })
  const text = typed?.trim() ?? ''
  const asked = useDebounced(text, DEBOUNCE_MS)
  const search = useQuery({
    ...packetListQuery({ q: asked, department: '', obsolete: false }, 0),
    enabled: asked !== '',
  })
  const isSettled = text !== '' && asked === text && !search.isFetching
  return (
    <SearchCombobox
      id="promoted-packet"
      label={t('packet')}
      hint={t('findPacket')}
      required
      error={error}
      value={value}
      valueLabel={value === '' ? '' : (known ?? chosen.data?.packet.title ?? value)}
      typed={typed}
      onTyped={setTyped}
      choices={isSettled ? (search.data?.packets ?? []).map(({ id, title }) => ({ id, label: title })) : []}
      status={text === '' ? t('findPacket') : isSettled ? t('noPacket') : t('searching')}
      onChange={(choice) => {
        setPicked(choice)
        onChange(choice?.id ?? '')
      }}
    />
  )
}
