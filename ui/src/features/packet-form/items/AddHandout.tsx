// Adds a handout to the packet by a search for its title or item number.
import t from 'messages:staff/packetForm'
import { citationChoicesQuery } from '../../../api/catalogue/editing'
import { type Choice, SearchCombobox } from '../../../components/form/SearchCombobox'
import { useChoiceSearch } from '../../../formkit/useChoiceSearch'
import { limits } from '../packetValues'

export const addHandoutId = 'add-handout'

interface Props {
  /** The IDs of the citations in the packet, which are not offered. */
  known: readonly string[]
  isFull: boolean
  onAdd: (choice: Choice) => void
}

export function AddHandout({ known, isFull, onAdd }: Props) {
  const search = useChoiceSearch(citationChoicesQuery, {
    isOffered: ({ id }) => !known.includes(id),
    noneOffered: t('allFoundInPacket'),
  })
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
      {...search}
      value=""
      valueLabel=""
      onChange={(choice) => choice && onAdd(choice)}
    />
  )
}
