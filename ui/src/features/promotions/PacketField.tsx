// Selects a published packet by a search for its title.
import t from 'messages:staff/promotions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { packetChoicesQuery, packetQuery } from '../../api/packets'
import type { FieldProps } from '../../components/form/Field'
import { type Choice, SearchCombobox } from '../../components/form/SearchCombobox'
import { useChoiceSearch } from '../../formkit/useChoiceSearch'

interface Props extends Omit<FieldProps, 'label'> {
  label: string
  /** The ID of the selected packet, or empty. */
  value: string
  onChange: (id: string) => void
}

export function PacketField({ value, onChange, ...field }: Props) {
  const [picked, setPicked] = useState<Choice | null>(null)
  const known = picked?.id === value ? picked.label : undefined
  const chosen = useQuery({ ...packetQuery(value), enabled: value !== '' && known === undefined })
  const search = useChoiceSearch(packetChoicesQuery, { typeToSearch: t('findPacket') })
  return (
    <SearchCombobox
      {...field}
      {...search}
      value={value}
      valueLabel={value === '' ? '' : (known ?? chosen.data?.packet.title ?? value)}
      onChange={(choice) => {
        setPicked(choice)
        onChange(choice?.id ?? '')
      }}
    />
  )
}
