// Texts for a bulk edit, its values and its result: pure functions.

import t from 'messages:staff/bulkEdit'
import type { BulkChange, BulkPreview, BulkProgress } from '../../api/catalogue/bulk'
import type { Job } from '../../api/catalogue/jobs'
import { categoryLabel } from '../../lib/lookupCategories'
import { citationCount } from '../../lib/text/citationCount'
import { changeField } from './changeFields'

/** A value of a citation's JSON as text; empty when there is none. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'object' && value !== null) {
    if ('code' in value) return valueText(value.code)
    return 'name' in value ? valueText(value.name) : ''
  }
  return value === null || value === undefined ? '' : String(value)
}

const labelOf = (field: string) => changeField(field)?.label ?? field

/** Describes a change with a phrase for each field: 'add Asthma to Tags'. */
export function changePhrases({ set, add, remove }: BulkChange | BulkProgress['change']): string[] {
  const adds = Object.entries(add ?? {}).map(([field, value]) =>
    t('addValues', { valueText: valueText(value), labelOf: labelOf(field) }),
  )
  const removes = Object.entries(remove ?? {}).map(([field, value]) =>
    t('removeValues', { valueText: valueText(value), labelOf: labelOf(field) }),
  )
  const sets = Object.entries(set ?? {}).map(([field, value]) => {
    if (field === 'obsolete') return value ? t('markAsObsolete') : t('markAsInUse')
    const text = valueText(value)
    if (field === 'reviewCycleMonths' && text) return t('setReviewCycle', { text })
    return text ? t('setValue', { labelOf: labelOf(field), text }) : t('leaveFieldEmpty', { labelOf: labelOf(field) })
  })
  return [...adds, ...removes, ...sets]
}

/** Describes a change of a lookup value: 'Rename A to B in Tags'. */
export function lookupPhrase({ type, oldValue, newValue, contact }: Job['config'][number]): string {
  const category = categoryLabel(type)
  if (newValue == null) return t('deleteLookup', { category, oldValue })
  if (newValue === oldValue && contact !== undefined)
    return contact === null ? t('removeContact', { oldValue }) : t('setContact', { oldValue, contact })
  return t('renameLookup', { category, oldValue, newValue })
}

/** Summarizes a preview. */
export function previewSentences({ found, changing, unchanged, refused }: BulkPreview): string {
  const parts = [t('citationsWillChange', { changing, citationCount: citationCount(found) })]
  if (unchanged > 0) parts.push(t('citationsAlreadyHaveValues', { citationCount: citationCount(unchanged), unchanged }))
  if (refused > 0) parts.push(t('citationsWillBeSkipped', { citationCount: citationCount(refused) }))
  return parts.join(' ')
}

/** Summarizes the result of a job. */
export function outcomeSentences(changed: number, { undoes, unchanged, refused }: BulkProgress): string {
  const parts = [
    undoes
      ? t('citationsRestored', { citationCount: citationCount(changed) })
      : t('citationsChanged', { citationCount: citationCount(changed) }),
  ]
  if (unchanged > 0) parts.push(t('citationsAlreadyHadValues', { citationCount: citationCount(unchanged) }))
  if (refused > 0) parts.push(t('citationsSkipped', { citationCount: citationCount(refused) }))
  return parts.join(' ')
}
