// The inline editor of a value, and for departments of the contact.
import t from 'messages:staff/lookups'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type LookupImpact, lookupImpactQuery } from '../../api/catalogue/lookups'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { TextField } from '../../components/form/TextField'
import { ComboboxField } from '../../formkit/ComboboxField'
import { FormShell, fieldOf, required } from '../../formkit/FormShell'
import { citationCount } from '../../lib/text/citationCount'
import { sameValue } from '../../lib/text/sameValue'
import { useDebounced } from '../../lib/useDebounced'
import styles from './LookupsPage.module.css'
import type { LookupRow } from './lookupRows'
import type { LookupDraft } from './useLookupChanges'

interface Props {
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

export function LookupEditor({ type, row, rule, contacts, draft, onDraft, onCancel, onSave }: Props) {
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
export const RuleEnded = ({ rule }: { rule: string }) => (
  <Notice kind="info" title={t('ruleEnds')}>
    {rule}
  </Notice>
)
