// A change of many citations, its values and what came of it, in words: pure functions.
import type { BulkChange, BulkPreview, BulkProgress } from '../../api/bulk'
import { fieldOf } from './changeFields'

export const countOf = (count: number) => (count === 1 ? '1 citation' : `${count.toLocaleString('en-US')} citations`)

/** A value of a citation's JSON as people read it; empty when there is none. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object' && value !== null) return 'name' in value ? valueText(value.name) : ''
  return value === null || value === undefined ? '' : String(value)
}

const labelOf = (field: string) => fieldOf(field)?.label ?? field

/** What a change does, a phrase for each field: 'add Asthma to Tags'. */
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

/** What a preview says, as sentences. */
export function previewSentences({ found, changing, unchanged, refused }: BulkPreview): string {
  const parts = [`${changing.toLocaleString('en-US')} of ${countOf(found)} will change.`]
  if (unchanged > 0) parts.push(`${countOf(unchanged)} ${unchanged === 1 ? 'is' : 'are'} so already.`)
  if (refused > 0) parts.push(`${countOf(refused)} will be left as ${refused === 1 ? 'it is' : 'they are'}.`)
  return parts.join(' ')
}

/** What came of a job, as sentences. */
export function outcomeSentences(changed: number, { undoes, unchanged, refused }: BulkProgress): string {
  const parts = [undoes ? `${countOf(changed)} restored.` : `${countOf(changed)} changed.`]
  if (unchanged > 0) parts.push(`${countOf(unchanged)} ${unchanged === 1 ? 'was' : 'were'} so already.`)
  if (refused > 0)
    parts.push(`${countOf(refused)} ${refused === 1 ? 'was' : 'were'} left as ${refused === 1 ? 'it is' : 'they are'}.`)
  return parts.join(' ')
}
