// One value: shown with its actions, being edited, or being updated.
import t from 'messages:staff/lookups'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { type LookupImpact, lookupImpactQuery } from '../../api/catalogue/lookups'
import { languagesQuery, setLanguageTag, useLanguages } from '../../api/languages'
import { Button, IconButton, Spinner } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { TextField } from '../../components/form/TextField'
import { ConfirmDialog } from '../../components/page/Dialog'
import { DialogButton } from '../../components/page/DialogButton'
import { ComboboxField } from '../../formkit/ComboboxField'
import { FormDialog } from '../../formkit/FormDialog'
import { FormShell, fieldOf, required } from '../../formkit/FormShell'
import { useRowForm } from '../../formkit/RowEditor'
import { citationCount } from '../../lib/text/citationCount'
import { sameValue } from '../../lib/text/sameValue'
import { useDebounced } from '../../lib/useDebounced'
import { Cells, type Columns } from '../../listkit/ListTable'
import { incompletePath } from '../../listPaths'
import { OwnName } from '../../parts/language/LanguageName'
import styles from './LookupsPage.module.css'
import type { LookupDraft, LookupRow } from './useLookupChanges'

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

interface LookupEditorProps {
  type: string
  row: LookupRow
  /** The rule of the program that depends on this value. */
  rule: string | undefined
  /** The selectable contacts; null for categories without contacts. */
  contacts: readonly string[] | null
  /** What the editor starts with. */
  draft: LookupDraft
  /** Stores the input, which survives paging and filtering. */
  onDraft: (draft: LookupDraft) => void
  onCancel: () => void
  onSave: (update: { newValue: string; contact?: string | null }) => void
}

const IMPACT_DEBOUNCE_MS = 200

/** States which values a rename merges, and the resulting language tag. */
function impactHint({ mergesInto, citations, languageTag }: LookupImpact) {
  const merge = mergesInto && t('mergesInto', { mergesInto, citationCount: citationCount(citations) })
  const tag = languageTag && t('languageTagWillBe', { languageTag })
  return [merge, tag].filter(Boolean).join(' ') || undefined
}

/** The inline editor of a value, and for departments of the contact. */
function LookupEditor({ type, row, rule, contacts, draft, onDraft, onCancel, onSave }: LookupEditorProps) {
  const [serverErrors] = useState(() =>
    draft.error === '' ? {} : { value: { type: 'server', message: t('notSavedError', { error: draft.error }) } },
  )
  const form = useForm({
    defaultValues: { value: draft.value, contact: draft.contact },
    errors: serverErrors,
    mode: 'onChange',
  })
  // External system: the list, which stores the input of every open editor.
  const stored = useRef(onDraft)
  stored.current = onDraft
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => stored.current({ ...values, error: '' }),
      }),
    [form],
  )
  const value = form.watch('value').trim()
  const asked = useDebounced(value, IMPACT_DEBOUNCE_MS)
  const answer = useQuery({
    ...lookupImpactQuery(type, row.value, asked),
    enabled: asked !== '' && asked !== row.value,
    placeholderData: keepPreviousData,
  }).data
  const impact = value === row.value ? undefined : answer
  return (
    <FormShell
      form={form}
      className={styles.editor}
      aria-label={t('editValue', { value: row.value })}
      onSubmit={({ contact }) =>
        onSave({ newValue: value, ...(contacts ? { contact: contact === '' ? null : contact } : {}) })
      }
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onCancel()
      }}
    >
      <TextField
        {...fieldOf(form, 'value', { validate: required(t('valueRequired')) })}
        label={t('value')}
        required
        autoFocus
        dir="auto"
        hint={impact && impactHint(impact)}
      />
      {contacts && (
        <ComboboxField
          form={form}
          name="contact"
          label={t('contact')}
          options={contacts}
          creatable
          clearable
          onChanged={() => form.clearErrors()}
        />
      )}
      {rule && !sameValue(value, row.value) && <RuleEnded rule={rule} />}
      <div className={styles.actions}>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('saveChanges')}
        </Button>
      </div>
    </FormShell>
  )
}

/** A warning that a rule of the program would no longer apply to the citations of a value. */
const RuleEnded = ({ rule }: { rule: string }) => (
  <Notice kind="info" title={t('ruleEnds')}>
    {rule}
  </Notice>
)

interface DeleteLookupProps {
  type: string
  value: string
  open: boolean
  onClose: () => void
  onDelete: () => void
  /** Gets the focus after closing, when the button that opened the dialog has been removed. */
  focusAfter: () => HTMLElement | null
}

/** Asks for confirmation before a value is deleted, and shows the effect. */
const DeleteLookup = ({ type, value, open, onClose, onDelete, focusAfter }: DeleteLookupProps) => (
  <ConfirmDialog
    open={open}
    onClose={onClose}
    title={t('deleteItem')}
    focusAfter={focusAfter}
    cancel={t('cancel')}
    confirm={t('delete')}
    onConfirm={onDelete}
  >
    <p>{t('deleteQuestion')}</p>
    <Impact type={type} value={value} />
  </ConfirmDialog>
)

function Impact({ type, value }: { type: string; value: string }) {
  const impact = useQuery(lookupImpactQuery(type, value))
  const name = () => <strong dir="auto">{value}</strong>
  if (impact.isPending) return <p>{t('countingUses')}</p>
  if (!impact.data) {
    return <p>{t.rich('usesNotCounted', { name })}</p>
  }
  const { citations, leftIncomplete, packets, ruleEnded } = impact.data
  return (
    <>
      <p>
        {citations === 0
          ? t.rich('notUsed', { name })
          : t.rich('usedByCitations', { name, citationCount: citationCount(citations) })}
      </p>
      {packets > 0 && <p>{t('packetsAsDepartment', { packets })}</p>}
      {ruleEnded && <RuleEnded rule={ruleEnded} />}
      {leftIncomplete > 0 && (
        <p>
          {t.rich('citationsLeftIncomplete', {
            citationCount: citationCount(leftIncomplete),
            link: (text) => <Link to={incompletePath}>{text}</Link>,
          })}
        </p>
      )}
    </>
  )
}

/** The tag and own name of a language value, and a dialog to edit the tag. */
export function LanguageTag({ value }: { value: string }) {
  const language = useLanguages().byValue(value)
  return (
    <div className={styles.tag}>
      {language?.tag ? (
        <span>
          <OwnName language={language} /> <code>{language.tag}</code>
        </span>
      ) : (
        <span className={styles.unknown}>
          <CircleAlert aria-hidden />
          {t('unknownTag')}
        </span>
      )}
      <DialogButton
        variant="quiet"
        size="small"
        aria-label={t('editTagOfValue', { value })}
        dialog={({ unmount, ...state }) => (
          <TagDialog value={value} tag={language?.tag ?? ''} {...state} onClosed={unmount} />
        )}
      >
        {t('editTag')}
      </DialogButton>
    </div>
  )
}

interface LanguageTagProps {
  value: string
  tag: string
  open: boolean
  onClose: () => void
  onClosed: () => void
}

function TagDialog({ value, tag, open, onClose, onClosed }: LanguageTagProps) {
  const { form, saving } = useRowForm({
    valuesOf: () => ({ tag }),
    save: (values) => setLanguageTag(value, values.tag.trim() || null),
    reload: (client) => client.invalidateQueries(languagesQuery),
    done: () => t('tagOfValueSaved', { value }),
    onRefused: ({ fieldErrors, text }, { setError }) =>
      setError('tag', { type: 'server', message: t('notSavedMessage', { message: fieldErrors[0]?.message ?? text }) }),
    onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={t('tagOfValue', { value })}
      cancel={t('cancel')}
      cancelVariant="quiet"
      submit={t('saveChanges')}
      busy={saving.isPending}
      form={form}
      onSubmit={saving.mutate}
    >
      <TextField
        {...fieldOf(form, 'tag')}
        label={t('languageTagBcp47')}
        hint={t('tagHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
    </FormDialog>
  )
}
