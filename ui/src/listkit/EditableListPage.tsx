// A list of Manage Lookups whose rows are added, edited in place and deleted: the form of a new row, the table, the page links.
import t from 'messages:staff/controls'
import { type QueryClient, type QueryKey, type UseQueryOptions, useQueryClient } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router-dom'
import { asProblem } from '../api/problem'
import { useSingleMutation } from '../api/useSingleMutation'
import { Button, IconButton } from '../components/buttons/Button'
import { announce, ErrorNotice } from '../components/feedback/Notice'
import { ConfirmDialog, useQuestion } from '../components/page/Dialog'
import layout from '../components/page/Page.module.css'
import { patterns } from '../paths'
import { ListPage } from './ListPage'
import { Cells, type Column, ListTable } from './ListTable'
import { listAddress, useListAddress, usePages } from './listAddress'

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

function EditableTable<Row extends { id: string }>({ caption, rows, ...props }: Props<Row>) {
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
function AddRow({ purpose, label, button, beside, parameter, children }: AddRowProps) {
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

interface EditableListProps<Row, Page, Key extends QueryKey>
  extends Pick<RowProps<Row>, 'columns' | 'nameOf'>,
    Pick<AddRowProps, 'purpose' | 'beside' | 'parameter'> {
  title: string
  queryOf: (start: number) => UseQueryOptions<Page, Error, Page, Key>
  rowsOf: (page: Page) => readonly Row[]
  remove: (row: Row) => Promise<unknown>
  /** Loads the list again. */
  reload: (client: QueryClient) => Promise<unknown>
  /** The form of a row, or of a new one with its first text. */
  editor: (row: Row | undefined, first: string, onClose: () => void) => ReactNode
  texts: Record<'add' | 'pages' | 'notLoaded' | 'none' | 'deletion' | 'question' | 'notDeleted', string>
  /** Below the list. */
  foot?: ReactNode
}

const address = listAddress<Record<never, string>>(patterns.lookups, {})

export function EditableListPage<Row extends { id: string }, Page extends { found: number }, Key extends QueryKey>(
  props: EditableListProps<Row, Page, Key>,
) {
  const { title, queryOf, rowsOf, remove, reload, editor, texts, foot, columns, nameOf, ...adding } = props
  const client = useQueryClient()
  const addButton = useRef<HTMLButtonElement>(null)
  const pages = usePages(useListAddress(address), queryOf)
  const deletion = useRowDeletion({ remove, reload: () => reload(client), nameOf, texts, focusAfter: addButton })
  return (
    <ListPage
      title={title}
      head={
        <>
          <AddRow label={texts.add} button={addButton} {...adding}>
            {(first, close) => editor(undefined, first, close)}
          </AddRow>
          {deletion.failure}
        </>
      }
      {...pages}
      label={texts.pages}
      failure={texts.notLoaded}
      margin={2}
      empty={texts.none}
      foot={
        <>
          {foot}
          {deletion.dialog}
        </>
      }
    >
      {(page) => (
        <EditableTable
          caption={title}
          rows={rowsOf(page)}
          columns={columns}
          nameOf={nameOf}
          onDelete={deletion.ask}
          editor={(row, close) => editor(row, '', close)}
        />
      )}
    </ListPage>
  )
}

interface Options<Row> {
  remove: (row: Row) => Promise<unknown>
  /** Loads the list again. */
  reload: () => Promise<unknown>
  nameOf: (row: Row) => string
  /** The title of the dialog, its question, and the title of the notice. */
  texts: Record<'deletion' | 'question' | 'notDeleted', string>
  /** Gets the focus after a deletion, because the row disappears with its button. */
  focusAfter: RefObject<HTMLElement | null>
}

/** The deletion of a row of a list: a dialog asks for confirmation first, and a notice shows a failure. */
function useRowDeletion<Row>({ remove, reload, nameOf, texts, focusAfter }: Options<Row>) {
  /** The row that the dialog asks about; null while it is closed. */
  const [row, setRow] = useState<Row | null>(null)
  const [shown, dialog] = useQuestion(row)
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
    failure: (
      <ErrorNotice
        title={texts.notDeleted}
        text={deletion.isError && (asProblem(deletion.error).detail || t('pleaseTryAgain'))}
        onDismiss={() => deletion.reset()}
      />
    ),
    dialog: shown !== null && (
      <ConfirmDialog
        {...dialog}
        onClose={close}
        focusAfter={() => (isConfirmed.current ? focusAfter.current : null)}
        title={texts.deletion}
        cancel={t('cancel')}
        confirm={t('delete')}
        onConfirm={() => {
          isConfirmed.current = true
          if (row !== null) deletion.mutate(row)
          close()
        }}
      >
        <p>{texts.question}</p>
        <p>
          <strong dir="auto">{nameOf(shown)}</strong>
        </p>
      </ConfirmDialog>
    ),
  }
}
