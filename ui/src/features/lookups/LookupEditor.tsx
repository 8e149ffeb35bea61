// The inline editor of a value, and for departments of the contact.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type LookupImpact, lookupImpactQuery } from '../../api/catalogue/lookups'
import { Button } from '../../components/buttons/Button'
import { Combobox } from '../../components/form/Combobox'
import { TextField } from '../../components/form/TextField'
import { sameValue } from '../../lib/sameValue'
import { citationCount } from '../../lib/text/citationCount'
import { useDebounced } from '../../lib/useDebounced'
import styles from './LookupsPage.module.css'
import type { LookupRow } from './lookupRows'
import { RuleEnded } from './RuleEnded'
import type { LookupDraft } from './useLookupChanges'

interface Props {
  type: string
  row: LookupRow
  /** The rule of the program that depends on this value. */
  rule: string | undefined
  /** The selectable contacts; null for categories without contacts. */
  contacts: readonly string[] | null
  draft: LookupDraft
  onDraft: (draft: LookupDraft) => void
  onCancel: () => void
  onSave: (update: { newValue: string; contact?: string | null }) => void
}

const IMPACT_DEBOUNCE_MS = 200

/** States which values a rename merges, and the resulting language tag. */
function impactHint({ mergesInto, citations, languageTag }: LookupImpact) {
  const merge =
    mergesInto && `'${mergesInto}' is already in use: the values will be merged, in ${citationCount(citations)}.`
  const tag = languageTag && `The language tag will be ${languageTag}.`
  return [merge, tag].filter(Boolean).join(' ') || undefined
}

export function LookupEditor({ type, row, rule, contacts, draft, onDraft, onCancel, onSave }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const value = draft.value.trim()
  const asked = useDebounced(value, IMPACT_DEBOUNCE_MS)
  const answer = useQuery({
    ...lookupImpactQuery(type, row.value, asked),
    enabled: asked !== '' && asked !== row.value,
    placeholderData: keepPreviousData,
  }).data
  const impact = value === row.value ? undefined : answer
  const save = () => {
    if (value === '') form.current?.querySelector('input')?.focus()
    else onSave({ newValue: value, ...(contacts ? { contact: draft.contact === '' ? null : draft.contact } : {}) })
  }
  return (
    <form
      ref={form}
      noValidate
      className={styles.editor}
      aria-label={`Edit ${row.value}`}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onCancel()
      }}
    >
      <TextField
        label="Value"
        required
        autoFocus
        dir="auto"
        value={draft.value}
        error={value === '' ? 'The value is required.' : draft.error && `Not saved. ${draft.error}`}
        hint={impact && impactHint(impact)}
        onChange={(event) => onDraft({ ...draft, value: event.target.value, error: '' })}
      />
      {contacts && (
        <Combobox
          label="Contact"
          options={contacts}
          creatable
          clearable
          value={draft.contact}
          onChange={(contact) => onDraft({ ...draft, contact, error: '' })}
        />
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
