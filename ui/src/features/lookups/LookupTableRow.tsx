// One value: shown, being edited, or being updated. What a change touches is said before it is made.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { lookupImpactQuery } from '../../api/lookups'
import { Button } from '../../components/Button'
import { Combobox } from '../../components/Combobox'
import { Dialog } from '../../components/Dialog'
import { IconButton } from '../../components/IconButton'
import { Notice } from '../../components/Notice'
import { Spinner } from '../../components/Spinner'
import { TextField } from '../../components/TextField'
import { sameValue } from '../../lib/sameValue'
import { useDebounced } from '../../lib/useDebounced'
import { incompletePath } from '../../paths'
import styles from './LookupsPage.module.css'
import type { LookupRow } from './lookupRows'

interface Props {
  type: string
  row: LookupRow
  /** The rule of the program that depends on this value. */
  rule: string | undefined
  contacts: readonly string[]
  /** Asks for a change; without `newValue`, a deletion. */
  onChange: (update: { newValue?: string; contact?: string | null }) => void
}

/** How long typing rests before the server is asked what a rename would touch. */
const impactDelay_ms = 200

const citations = (count: number) => (count === 1 ? '1 citation' : `${count.toLocaleString('en-US')} citations`)

export function LookupTableRow({ type, row, rule, contacts, onChange }: Props) {
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const isDepartment = type === 'departments'
  if (editing && !row.updating) {
    return (
      <tr>
        <td colSpan={isDepartment ? 4 : 3}>
          <Editor
            type={type}
            row={row}
            rule={rule}
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
          {rule && <p className={styles.rule}>{rule}</p>}
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
  const impact = useQuery(lookupImpactQuery(type, value)).data
  if (!impact) return null
  return (
    <>
      <p>
        <strong dir="auto">{value}</strong>
        {impact.citations === 0 ? ' is not used by any citation.' : ` is used by ${citations(impact.citations)}.`}
      </p>
      {impact.ruleEnded && <RuleEnded rule={impact.ruleEnded} />}
      {impact.leftIncomplete > 0 && (
        <p>
          {`${citations(impact.leftIncomplete)} will be left without a required value. `}
          <Link to={incompletePath}>Incomplete citations</Link> are easy to find afterwards.
        </p>
      )}
    </>
  )
}

/** What the program would no longer do for the citations of a value. */
const RuleEnded = ({ rule }: { rule: string }) => (
  <Notice kind="info" title="A rule depends on this value and would end.">
    {rule}
  </Notice>
)

interface EditorProps extends Pick<Props, 'type' | 'row' | 'rule' | 'contacts'> {
  isDepartment: boolean
  onCancel: () => void
  onSave: (update: { newValue: string; contact?: string | null }) => void
}

function Editor({ type, row, rule, contacts, isDepartment, onCancel, onSave }: EditorProps) {
  const [value, setValue] = useState(row.value)
  const [contact, setContact] = useState(row.contact ?? '')
  const typed = useDebounced(value.trim(), impactDelay_ms)
  const asked = useQuery({
    ...lookupImpactQuery(type, row.value, typed),
    enabled: typed !== '' && typed !== row.value,
    placeholderData: keepPreviousData,
  }).data
  const impact = value.trim() === row.value ? undefined : asked
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
        hint={
          impact?.mergesInto
            ? `There is '${impact.mergesInto}' already: the two become one, in ${citations(impact.citations)}.`
            : undefined
        }
        onChange={(event) => setValue(event.target.value)}
      />
      {isDepartment && (
        <Combobox label="Contact" options={contacts} creatable clearable value={contact} onChange={setContact} />
      )}
      {rule && !sameValue(value, row.value) && <RuleEnded rule={rule} />}
      <div className={styles.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          Save Changes
        </Button>
      </div>
    </form>
  )
}
