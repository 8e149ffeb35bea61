// Texts for a bulk edit, its values and its result: pure functions.

import type { BulkChange, BulkPreview, BulkProgress } from '../../api/catalogue/bulk'
import { citationCount } from '../../lib/text/citationCount'
import { changeField } from './changeFields'

/** A value of a citation's JSON as text; empty when there is none. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object' && value !== null) return 'name' in value ? valueText(value.name) : ''
  return value === null || value === undefined ? '' : String(value)
}

const labelOf = (field: string) => changeField(field)?.label ?? field

/** Describes a change with a phrase for each field: 'add Asthma to Tags'. */
export function changePhrases({ set, add, remove }: BulkChange): string[] {
  const adds = Object.entries(add ?? {}).map(([field, value]) => `add ${valueText(value)} to ${labelOf(field)}`)
  const removes = Object.entries(remove ?? {}).map(
    ([field, value]) => `remove ${valueText(value)} from ${labelOf(field)}`,
  )
  const sets = Object.entries(set ?? {}).map(([field, value]) => {
    if (field === 'obsolete') return value ? 'mark as obsolete' : 'mark as in use'
    const text = valueText(value)
    if (field === 'reviewCycleMonths' && text) return `set Review cycle to ${text} months`
    return text ? `set ${labelOf(field)} to ${text}` : `leave ${labelOf(field)} empty`
  })
  return [...adds, ...removes, ...sets]
}

/** Summarizes a preview. */
export function previewSentences({ found, changing, unchanged, refused }: BulkPreview): string {
  const parts = [`${changing.toLocaleString('en-US')} of ${citationCount(found)} will change.`]
  if (unchanged > 0) parts.push(`${citationCount(unchanged)} already ${unchanged === 1 ? 'has' : 'have'} these values.`)
  if (refused > 0) parts.push(`${citationCount(refused)} will be skipped.`)
  return parts.join(' ')
}

/** Summarizes the result of a job. */
export function outcomeSentences(changed: number, { undoes, unchanged, refused }: BulkProgress): string {
  const parts = [undoes ? `${citationCount(changed)} restored.` : `${citationCount(changed)} changed.`]
  if (unchanged > 0) parts.push(`${citationCount(unchanged)} already had these values.`)
  if (refused > 0) parts.push(`${citationCount(refused)} skipped.`)
  return parts.join(' ')
}
