// A table whose rows are edited in place: cells with 'Edit' and 'Delete', or the form of the row.
import t from 'messages:staff/controls'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router-dom'
import { asProblem } from '../api/problem'
import { useSingleMutation } from '../api/useSingleMutation'
import { Button, IconButton } from '../components/buttons/Button'
import { announce, Notice } from '../components/feedback/Notice'
import { Dialog } from '../components/page/Dialog'
import layout from '../components/page/Page.module.css'
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

interface AddRowProps {
  purpose: ReactNode
  /** The name of the button that shows and hides the form. */
  label: string
  button: RefObject<HTMLButtonElement | null>
  /** Beside the button. */
  beside?: ReactNode
  /** The parameter of the URL that contains the first text. */
  parameter: string
  /** The form. */
  children: (first: string, onClose: () => void) => ReactNode
}

/** The purpose of a list, and the form for a new row; open when the URL has its first text. */
export function AddRow({ purpose, label, button, beside, parameter, children }: AddRowProps) {
  const [parameters, setParameters] = useSearchParams()
  const first = parameters.get(parameter) ?? ''
  const [adding, setAdding] = useState(first !== '')
  const close = () => {
    setAdding(false)
    setParameters(
      (before) => {
        before.delete(parameter)
        return before
      },
      { replace: true },
    )
    button.current?.focus()
  }
  return (
    <div className={layout.section}>
      <p>{purpose}</p>
      <div className={layout.tools}>
        <Button ref={button} aria-expanded={adding} onClick={() => setAdding(!adding)}>
          {label}
        </Button>
        {beside}
      </div>
      {adding && children(first, close)}
    </div>
  )
}

interface Options<Row> {
  remove: (row: Row) => Promise<unknown>
  /** Loads the list again. */
  reload: () => Promise<unknown>
  nameOf: (row: Row) => string
  /** The title of the dialog, and its question. */
  title: string
  question: string
  /** The title of the notice. */
  failure: string
  /** Gets the focus after a deletion, because the row disappears with its button. */
  focusAfter: RefObject<HTMLElement | null>
}

/** The deletion of a row of a list: a dialog asks for confirmation first, and a notice shows a failure. */
export function useRowDeletion<Row>({ remove, reload, nameOf, focusAfter, ...texts }: Options<Row>) {
  /** The row that the dialog asks about; null while it is closed. */
  const [row, setRow] = useState<Row | null>(null)
  const isConfirmed = useRef(false)
  const deletion = useSingleMutation({
    mutationFn: remove,
    onSuccess: (_, deleted: Row) => announce(t('nameDeleted', { name: nameOf(deleted) })),
    onSettled: reload,
  })
  const close = () => setRow(null)
  return {
    ask: (asked: Row) => {
      isConfirmed.current = false
      setRow(asked)
    },
    failure: deletion.isError && (
      <Notice kind="error" title={texts.failure} onDismiss={() => deletion.reset()}>
        {asProblem(deletion.error).detail || t('pleaseTryAgain')}
      </Notice>
    ),
    dialog: (
      <Dialog
        open={row !== null}
        onClose={close}
        focusAfter={() => (isConfirmed.current ? focusAfter.current : null)}
        role="alertdialog"
        title={texts.title}
        footer={
          <>
            <Button onClick={close}>{t('cancel')}</Button>
            <Button
              variant="danger"
              onClick={() => {
                isConfirmed.current = true
                if (row !== null) deletion.mutate(row)
                close()
              }}
            >
              {t('delete')}
            </Button>
          </>
        }
      >
        <p>{texts.question}</p>
        {row !== null && (
          <p>
            <strong dir="auto">{nameOf(row)}</strong>
          </p>
        )}
      </Dialog>
    ),
  }
}
