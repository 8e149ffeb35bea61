// A table whose rows are edited in place: cells with 'Edit' and 'Delete', or the form of the row.
import t from 'messages:staff/controls'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../components/buttons/IconButton'
import { Cells, type Column, ListTable } from './ListTable'

interface RowProps<Row> {
  columns: readonly Column<Row>[]
  nameOf: (row: Row) => string
  onDelete: (row: Row) => void
  /** The form, which fills the row. */
  editor: (row: Row, onClose: () => void) => ReactNode
}

interface Props<Row> extends RowProps<Row> {
  caption: string
  rows: readonly Row[]
}

export function EditableTable<Row extends { id: string }>({ caption, rows, ...props }: Props<Row>) {
  /** The ID of the row that is being edited. */
  const [editing, setEditing] = useState<string | null>(null)
  return (
    <ListTable
      caption={caption}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[...props.columns, { header: t('actions'), is: 'actions', cell: () => null }]}
      tr={(row) => (
        <EditableRow
          row={row}
          isEditing={editing === row.id}
          onEdit={(isEditing) => setEditing(isEditing ? row.id : null)}
          {...props}
        />
      )}
    />
  )
}

interface EditableRowProps<Row> extends RowProps<Row> {
  row: Row
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
}

function EditableRow<Row>({ row, isEditing, onEdit, columns, nameOf, onDelete, editor }: EditableRowProps<Row>) {
  const edit = useRef<HTMLButtonElement>(null)
  const name = nameOf(row)
  const close = () => {
    flushSync(() => onEdit(false))
    edit.current?.focus()
  }
  if (isEditing) {
    return (
      <tr>
        <td colSpan={columns.length + 1}>{editor(row, close)}</td>
      </tr>
    )
  }
  return (
    <tr>
      <Cells columns={columns} row={row} />
      <td data-actions>
        <IconButton ref={edit} label={t('editName', { name })} tooltip={t('edit')} onClick={() => onEdit(true)}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton label={t('deleteName', { name })} tooltip={t('delete')} onClick={() => onDelete(row)}>
          <Trash aria-hidden />
        </IconButton>
      </td>
    </tr>
  )
}
