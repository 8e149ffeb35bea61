// What a person has decided about rows of a preview: kept in this browser, so that the import can be left and continued.
import { useState } from 'react'
import type { PreviewRow, RowDecision } from '../../../api/catalogue/imports'
import { usePerson } from '../../../api/config'
import { dropDraft, readDraft, writeDraft } from '../../../session/drafts'

/** A decision, and whether its row is bad without it. */
export interface Decision extends RowDecision {
  isBad: boolean
}

interface Decisions {
  /** The mapping that the rows belong to. */
  version: string | null
  rows: Record<string, Decision>
  skipBad: boolean
}

const none: Decisions = { version: null, rows: {}, skipBad: false }
const nameOf = (id: string) => `import-${id}`

/** Decisions about rows of another mapping do not count. */
export function useDecisions(id: string, version: string | null) {
  const person = usePerson()
  const [stored, setStored] = useState<Decisions>(
    () => (person === undefined ? null : readDraft<Decisions>(person, nameOf(id))) ?? none,
  )
  const current = stored.version === version ? stored : { ...none, version }
  const change = (next: Partial<Decisions>) => {
    const changed = { ...current, ...next }
    setStored(changed)
    if (person !== undefined) writeDraft(person, nameOf(id), changed)
  }
  const decisions = Object.values(current.rows)
  return {
    decisions,
    skipBad: current.skipBad,
    setSkipBad: (skipBad: boolean) => change({ skipBad }),
    of: ({ row }: PreviewRow) => current.rows[row],
    decide: (row: PreviewRow, value: string) => {
      const { [row.row]: _, ...others } = current.rows
      const decision = parseDecision(row, value)
      change({ rows: decision ? { ...others, [row.row]: decision } : others })
    },
    /** The bad rows that remain. */
    remainingBad: (bad: number) => bad - decisions.filter(({ isBad }) => isBad).length,
    drop: () => {
      if (person !== undefined) dropDraft(person, nameOf(id))
    },
  }
}

/** The value of the select of a row: its action, with the citation of an update. */
export const decisionValue = ({ action, id }: Pick<RowDecision, 'action' | 'id'>) =>
  action === 'update' ? `update:${id ?? ''}` : action

/** What is done with a row unless the person decides otherwise; empty for a bad row. */
export const proposedValue = ({ proposal, id }: PreviewRow) =>
  proposal === null ? '' : decisionValue({ action: proposal, id })

/** The decision that a value of the select is; null for what is done anyway. */
export function parseDecision(row: PreviewRow, value: string): Decision | null {
  if (value === '' || value === proposedValue(row)) return null
  const isBad = row.outcome === 'bad'
  if (value === 'add' || value === 'skip') return { row: row.row, action: value, id: null, isBad }
  return { row: row.row, action: 'update', id: value.slice('update:'.length) || row.id, isBad }
}

/** The choices of a row: the citations that fit it, a new one, none. */
export function choicesOf({ id, title, likely, outcome }: PreviewRow) {
  const updates = likely.map((one) => ({ value: decisionValue({ action: 'update', id: one.id }), ...one }))
  const isOwnMissing = id !== null && outcome !== 'new' && !likely.some((one) => one.id === id)
  return {
    updates: isOwnMissing
      ? [{ value: decisionValue({ action: 'update', id }), id, title, same: '' }, ...updates]
      : updates,
    // A row that names its citation is no new one.
    mayAdd: outcome === 'new' || likely.length > 0,
  }
}
