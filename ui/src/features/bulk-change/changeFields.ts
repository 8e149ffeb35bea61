// The fields that a bulk edit can change, with their controls, the changes in its form, and their texts.
import t from 'messages:staff/bulkEdit'
import type { BulkChange, BulkPreview, BulkProgress } from '../../api/catalogue/bulk'
import type { Job } from '../../api/catalogue/jobs'
import type { FieldError } from '../../api/problem'
import { bulkFields } from '../../lib/citationFields'
import { type CodeSystem, parseCodes } from '../../lib/codes'
import { categoryLabel } from '../../lib/lookupCategories'
import { citationCount } from '../../lib/text/citationCount'
import { wholeNumber } from '../../lib/text/wholeNumber'

export type Operation = 'add' | 'remove' | 'set' | 'clear'

/** The control that selects a value. */
type Control = 'list' | 'codes' | 'one' | 'department' | 'reviewer' | 'citation' | 'months' | 'obsolete'

export interface ChangeField {
  /** The name in the JSON of a citation. */
  name: string
  label: string
  control: Control
  /** The facet with the known values. */
  facet?: string
  operations: readonly Operation[]
}

/** The control of each field, in the order of the list. */
const controls: Record<keyof typeof bulkFields, Control> = {
  tags: 'list',
  keywords: 'list',
  audience: 'list',
  authors: 'list',
  codes: 'codes',
  deptSubmittedBy: 'department',
  reviewedBy: 'reviewer',
  reviewCycleMonths: 'months',
  obsolete: 'obsolete',
  replacedBy: 'citation',
  publisher: 'one',
  materialFormat: 'one',
  keySubjectHeading: 'one',
  whereToObtain: 'one',
}

export const changeFields: readonly ChangeField[] = Object.entries(controls).map(([name, control]) => ({
  name,
  control,
  ...bulkFields[name as keyof typeof bulkFields],
}))

export const changeField = (name: string) => changeFields.find((field) => field.name === name)

/** The label of an operation on this field. */
export function operationLabel({ control }: ChangeField, operation: Operation): string {
  if (operation === 'clear') return t('leaveEmpty')
  if (control !== 'list' && control !== 'codes') return t('setTo')
  return { add: t('add'), remove: t('remove'), set: t('replaceAllBy') }[operation]
}

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

/** One change of the form: field, operation and values. */
export interface Line {
  /** Identifies the line. */
  key: number
  field: string
  operation: Operation
  /** The values of a list field. */
  values: readonly string[]
  /** The value of any other field: a text, an ID, a number; for Obsolete, 'yes' or 'no'; for Codes, as typed. */
  text: string
  /** For Codes: the system of those that do not name one. */
  system: CodeSystem
  /** For Obsolete: the ID of the citation that replaces the obsolete ones. */
  replacement: string
}

export const lineFor = (key: number, field: string): Line => ({
  key,
  field,
  operation: changeField(field)?.operations[0] ?? 'set',
  values: [],
  text: field === 'obsolete' ? 'yes' : '',
  system: 'icd10cm',
  replacement: '',
})

/** The errors of lines, by their keys. */
type LineErrors = ReadonlyMap<number, string>

const valueIn = ({ field, operation, values, text, system }: Line): unknown => {
  const control = changeField(field)?.control
  if (operation === 'clear') return control === 'list' || control === 'codes' ? [] : null
  if (control === 'list') return values
  if (control === 'codes') return parseCodes(text, system)
  if (control === 'months') return wholeNumber(text, 0, Number.MAX_SAFE_INTEGER) ?? text
  if (control === 'obsolete') return text === 'yes'
  return field === 'publisher' || field === 'deptSubmittedBy' ? { name: text } : text.trim()
}

/** The changes that a line makes. */
function bulkChanges(line: Line): { operation: 'set' | 'add' | 'remove'; field: string; value: unknown }[] {
  const operation = line.operation === 'clear' ? 'set' : line.operation
  const entries = [{ operation, field: line.field, value: valueIn(line) }]
  if (line.field === 'obsolete' && line.text === 'yes' && line.replacement !== '') {
    entries.push({ operation, field: 'replacedBy', value: line.replacement })
  }
  return entries
}

function isMissing({ field, operation, values, text, system }: Line): boolean {
  if (operation === 'clear') return false
  const control = changeField(field)?.control
  if (control === 'list') return values.length === 0
  return control === 'codes' ? parseCodes(text, system).length === 0 : text.trim() === ''
}

/** Converts lines to a change, and returns the errors of invalid lines. */
export function toBulkChange(lines: readonly Line[]): { change: BulkChange; errors: LineErrors } {
  const change: BulkChange = {}
  const errors = new Map<number, string>()
  for (const line of lines) {
    const label = changeField(line.field)?.label ?? line.field
    if (isMissing(line)) {
      errors.set(line.key, t('valueRequired', { label }))
      continue
    }
    for (const { operation, field, value } of bulkChanges(line)) {
      const members = change[operation] ?? {}
      if (field in members) {
        errors.set(line.key, t('changedTwice', { label: changeField(field)?.label ?? field }))
      }
      change[operation] = { ...members, [field]: value }
    }
  }
  return { change, errors }
}

/** The message of an error with the code that it concerns, because one text may contain several codes. */
function withCode({ text, system }: Line, field: string, message: string): string {
  const [, position] = /\.codes\[(\d+)\]/.exec(field) ?? []
  const code = position && parseCodes(text, system)[Number(position)]?.code
  return code ? t('codeError', { code, message }) : message
}

/** Assigns the field errors of the server to their lines; the others become one text. */
export function placedErrors(lines: readonly Line[], fieldErrors: readonly FieldError[]) {
  const errors = new Map<number, string>()
  const rest: string[] = []
  for (const { field, message } of fieldErrors) {
    const [, operation, name] = /^change\.(set|add|remove)\.(\w+)/.exec(field) ?? []
    const line = lines.find((one) =>
      bulkChanges(one).some((entry) => entry.operation === operation && entry.field === name),
    )
    if (line) errors.set(line.key, [errors.get(line.key), withCode(line, field, message)].filter(Boolean).join(' '))
    else rest.push(message)
  }
  return { errors, rest: rest.join(' ') }
}
