// One value: shown with its actions, being edited, or being updated.
import t from 'messages:staff/lookups'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../../components/buttons/IconButton'
import { Spinner } from '../../components/feedback/Spinner'
import { Cells, type Columns } from '../../listkit/ListTable'
import { DeleteLookup } from './DeleteLookup'
import { LookupEditor } from './LookupEditor'
import styles from './LookupsPage.module.css'
import type { LookupRow } from './lookupRows'
import type { LookupDraft } from './useLookupChanges'

interface Props {
  type: string
  row: LookupRow
  /** The columns before that of the actions. */
  columns: Columns<LookupRow>
  /** The rule of the program that depends on this value. */
  rule: string | undefined
  contacts: readonly string[]
  /** The input of the editor; null while the row is not being edited. */
  draft: LookupDraft | null
  /** Whether the row gets the focus as soon as its actions are shown, because it is the result of a change. */
  takesFocus: boolean
  onDraft: (draft: LookupDraft | null) => void
  /** Starts a change; without `newValue`, a deletion. */
  onChange: (update: { newValue?: string; contact?: string | null }) => void
}

export function LookupTableRow({ type, row, columns, rule, contacts, draft, takesFocus, onDraft, onChange }: Props) {
  const [deleting, setDeleting] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const remove = useRef<HTMLButtonElement>(null)
  const busy = useRef<HTMLSpanElement>(null)
  const isShown = !row.updating && draft === null

  // External system: the focus, which was on 'Updating...' and would be lost.
  useEffect(() => {
    if (takesFocus && isShown && document.activeElement === document.body) edit.current?.focus()
  }, [takesFocus, isShown])

  if (draft !== null && !row.updating) {
    return (
      <tr>
        <td colSpan={columns.filter(Boolean).length + 1}>
          <LookupEditor
            type={type}
            row={row}
            rule={rule}
            contacts={type === 'departments' ? contacts : null}
            draft={draft}
            onDraft={onDraft}
            onCancel={() => {
              flushSync(() => onDraft(null))
              edit.current?.focus()
            }}
            onSave={(update) => {
              flushSync(() => onChange(update))
              busy.current?.focus()
            }}
          />
        </td>
      </tr>
    )
  }
  return (
    <tr className={row.updating ? styles.updating : undefined}>
      <Cells columns={columns} row={row} />
      <td data-actions>
        {row.updating ? (
          <span ref={busy} tabIndex={-1} className={styles.busy}>
            <Spinner />
            {t('updating')}
          </span>
        ) : (
          <span className={styles.rowActions}>
            <IconButton
              ref={edit}
              label={t('editValue', { value: row.value })}
              tooltip={t('edit')}
              onClick={() => onDraft({ value: row.tried ?? row.value, contact: row.contact ?? '', error: '' })}
            >
              <Pencil aria-hidden />
            </IconButton>
            <IconButton
              ref={remove}
              label={t('deleteValue', { value: row.value })}
              tooltip={t('delete')}
              onClick={() => setDeleting(true)}
            >
              <Trash aria-hidden />
            </IconButton>
          </span>
        )}
        <DeleteLookup
          type={type}
          value={row.value}
          open={deleting}
          onClose={() => setDeleting(false)}
          onDelete={() => {
            setDeleting(false)
            onChange({})
          }}
          focusAfter={() => busy.current ?? remove.current}
        />
      </td>
    </tr>
  )
}
