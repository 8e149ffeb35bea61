// One value: shown, being edited, or being updated. What a change touches is said before it is made.
import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { lookupImpact } from '../../api/lookups'
import { Button } from '../../components/Button'
import { Combobox } from '../../components/Combobox'
import { Dialog } from '../../components/Dialog'
import { IconButton } from '../../components/IconButton'
import { Spinner } from '../../components/Spinner'
import { TextField } from '../../components/TextField'
import { findSame } from '../../lib/matchOptions'
import { incompletePath } from '../../paths'
import styles from './LookupsPage.module.css'
import type { LookupRow } from './lookupRows'

interface Props {
  type: string
  row: LookupRow
  /** Every value of the category. */
  values: readonly string[]
  contacts: readonly string[]
  /** Asks for a change; without `newValue`, a deletion. */
  onChange: (update: { newValue?: string; contact?: string | null }) => void
}

const citations = (count: number) => (count === 1 ? '1 citation' : `${count.toLocaleString('en-US')} citations`)

export function LookupTableRow({ type, row, values, contacts, onChange }: Props) {
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const isDepartment = type === 'departments'
  if (editing && !row.updating) {
    return (
      <tr>
        <td colSpan={isDepartment ? 4 : 3}>
          <Editor
            row={row}
            values={values}
            contacts={contacts}
            isDepartment={isDepartment}
            onCancel={() => setEditing(false)}
            onSave={(update) => {
              setEditing(false)
              onChange(update)
            }}
          />
        </td>
      </tr>
    )
  }
  return (
    <tr data-updating={row.updating || undefined} className={row.updating ? styles.updating : undefined}>
      <td data-label="Value">
        <div>
          <span dir="auto">{row.value}</span>
          {row.error && <p className={styles.error}>{row.error}</p>}
        </div>
      </td>
      <td data-label="Used by" data-numeric>
        {row.count.toLocaleString('en-US')}
      </td>
      {isDepartment && <td data-label="Contact">{row.contact ?? ''}</td>}
      <td data-label="" data-actions>
        {row.updating ? (
          <span className={styles.busy}>
            <Spinner />
            Updating...
          </span>
        ) : (
          <span className={styles.actions}>
            <IconButton label={`Edit ${row.value}`} tooltip="Edit" onClick={() => setEditing(true)}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton label={`Delete ${row.value}`} tooltip="Delete" onClick={() => setDeleting(true)}>
              <Trash aria-hidden />
            </IconButton>
          </span>
        )}
        <Dialog
          open={deleting}
          onClose={() => setDeleting(false)}
          role="alertdialog"
          title="Delete Item"
          footer={
            <>
              <Button onClick={() => setDeleting(false)}>Cancel</Button>
              <Button
                variant="danger"
                onClick={() => {
                  setDeleting(false)
                  onChange({})
                }}
              >
                Delete
              </Button>
            </>
          }
        >
          <p>Are you sure you want to delete this item?</p>
          <DeletionImpact type={type} value={row.value} />
        </Dialog>
      </td>
    </tr>
  )
}

function DeletionImpact({ type, value }: { type: string; value: string }) {
  const impact = useQuery({
    queryKey: ['impact', type, value],
    queryFn: () => lookupImpact(type, value),
    gcTime: 0,
    retry: false,
  }).data
  if (!impact) return null
  return (
    <>
      <p>
        <strong dir="auto">{value}</strong>
        {impact.citations === 0 ? ' is not used by any citation.' : ` is used by ${citations(impact.citations)}.`}
      </p>
      {impact.leftIncomplete > 0 && (
        <p>
          {`${citations(impact.leftIncomplete)} will be left without a required value. `}
          <Link to={incompletePath}>Incomplete citations</Link> are easy to find afterwards.
        </p>
      )}
    </>
  )
}

interface EditorProps extends Pick<Props, 'row' | 'values' | 'contacts'> {
  isDepartment: boolean
  onCancel: () => void
  onSave: (update: { newValue: string; contact?: string | null }) => void
}

function Editor({ row, values, contacts, isDepartment, onCancel, onSave }: EditorProps) {
  const [value, setValue] = useState(row.value)
  const [contact, setContact] = useState(row.contact ?? '')
  const same = findSame(
    values.filter((other) => other !== row.value),
    value,
  )
  const save = () => {
    if (value.trim() === '') return
    onSave({ newValue: value.trim(), ...(isDepartment ? { contact: contact === '' ? null : contact } : {}) })
  }
  return (
    <form
      noValidate
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <TextField
        label="Value"
        required
        autoFocus
        dir="auto"
        value={value}
        error={value.trim() === '' ? 'The value is required.' : undefined}
        hint={same ? `There is '${same}' already: the two become one, in ${citations(row.count)}.` : undefined}
        onChange={(event) => setValue(event.target.value)}
      />
      {isDepartment && (
        <Combobox label="Contact" options={contacts} creatable clearable value={contact} onChange={setContact} />
      )}
      <div className={styles.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          Save Changes
        </Button>
      </div>
    </form>
  )
}
