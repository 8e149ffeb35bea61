// A row of a table that is edited in place: its cells with 'Edit' and 'Delete', or its form.
import messages from 'messages:staff/controls'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../components/buttons/IconButton'
import { staffText } from '../i18n/staffText'

const t = staffText(messages)

interface Props {
  name: string
  /** The number of columns, with that of the buttons. */
  columns: number
  editing: boolean
  onEdit: (editing: boolean) => void
  onDelete: () => void
  /** The form, which fills the row. */
  editor: (onClose: () => void) => ReactNode
  /** The cells before the buttons. */
  children: ReactNode
}

export function EditableRow({ name, columns, editing, onEdit, onDelete, editor, children }: Props) {
  const edit = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => onEdit(false))
    edit.current?.focus()
  }
  if (editing) {
    return (
      <tr>
        <td colSpan={columns}>{editor(close)}</td>
      </tr>
    )
  }
  return (
    <tr>
      {children}
      <td data-actions>
        <IconButton ref={edit} label={t('editName', { name })} tooltip={t('edit')} onClick={() => onEdit(true)}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton label={t('deleteName', { name })} tooltip={t('delete')} onClick={onDelete}>
          <Trash aria-hidden />
        </IconButton>
      </td>
    </tr>
  )
}
