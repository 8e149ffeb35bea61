// The changes in the bulk edit form, and their conversion to the API's form: pure functions.

import t from 'messages:staff/bulkEdit'
import type { BulkChange } from '../../api/catalogue/bulk'
import type { FieldError } from '../../api/problem'
import { type CodeSystem, parseCodes } from '../../lib/codes'
import { wholeNumber } from '../../lib/text/wholeNumber'
import { changeField, type Operation } from './changeFields'

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
export type LineErrors = ReadonlyMap<number, string>

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
