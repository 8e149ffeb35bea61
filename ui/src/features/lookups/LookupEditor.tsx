// The editor of one value, in the place of its row: the value, for departments the contact, Cancel and Save Changes.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type LookupImpact, lookupImpactQuery } from '../../api/lookups'
import { Button } from '../../components/Button'
import { Combobox } from '../../components/Combobox'
import { TextField } from '../../components/TextField'
import { sameValue } from '../../lib/sameValue'
import { useDebounced } from '../../lib/useDebounced'
import styles from './LookupsPage.module.css'
import { citationCount, type LookupRow } from './lookupRows'
import { RuleEnded } from './RuleEnded'
import type { LookupDraft } from './useLookupChanges'

interface Props {
  type: string
  row: LookupRow
  /** The rule of the program that depends on this value. */
  rule: string | undefined
  /** The contacts to choose from; null where a value has none. */
  contacts: readonly string[] | null
  draft: LookupDraft
  onDraft: (draft: LookupDraft) => void
  onCancel: () => void
  onSave: (update: { newValue: string; contact?: string | null }) => void
}

/** How long typing rests before the server is asked what a rename would touch. */
const impactDelay_ms = 200

/** What a rename merges, and which tag a language has afterwards. */
function impactHint({ mergesInto, citations, languageTag }: LookupImpact) {
  const merge = mergesInto && `'${mergesInto}' is in use already: the two become one, in ${citationCount(citations)}.`
  const tag = languageTag && `The language tag is ${languageTag} afterwards.`
  return [merge, tag].filter(Boolean).join(' ') || undefined
}

export function LookupEditor({ type, row, rule, contacts, draft, onDraft, onCancel, onSave }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const value = draft.value.trim()
  const asked = useDebounced(value, impactDelay_ms)
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
        error={value === '' ? 'The value is required.' : draft.fault && `Not saved. ${draft.fault}`}
        hint={impact && impactHint(impact)}
        onChange={(event) => onDraft({ ...draft, value: event.target.value, fault: '' })}
      />
      {contacts && (
        <Combobox
          label="Contact"
          options={contacts}
          creatable
          clearable
          value={draft.contact}
          onChange={(contact) => onDraft({ ...draft, contact, fault: '' })}
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
