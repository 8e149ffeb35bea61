// The lines of the form that says what to change, and the change that they make: pure functions.
import type { BulkChange } from '../../api/bulk'
import type { FieldError } from '../../api/problem'
import { fieldOf, type Operation } from './changeFields'

/** One line of the form: a field, what to do with it, and the values. */
export interface Line {
  /** Tells lines apart. */
  key: number
  field: string
  operation: Operation
  /** Of lists. */
  values: readonly string[]
  /** One value: a text, an id, a number; of Obsolete, 'yes' or 'no'. */
  text: string
  /** Id of the citation that replaces those marked as obsolete; of Obsolete alone. */
  replacement: string
}

export const lineFor = (key: number, field: string): Line => ({
  key,
  field,
  operation: fieldOf(field)?.operations[0] ?? 'set',
  values: [],
  text: field === 'obsolete' ? 'yes' : '',
  replacement: '',
})

/** What is wrong with lines, by their keys. */
export type LineErrors = ReadonlyMap<number, string>

const valueIn = ({ field, operation, values, text }: Line): unknown => {
  const control = fieldOf(field)?.control
  if (operation === 'clear') return control === 'list' ? [] : null
  if (control === 'list') return values
  if (control === 'months') return /^\d+$/.test(text.trim()) ? Number(text) : text
  if (control === 'obsolete') return text === 'yes'
  return field === 'publisher' || field === 'deptSubmittedBy' ? { name: text } : text.trim()
}

/** The members of a change that a line writes. */
function entriesOf(line: Line): { operation: 'set' | 'add' | 'remove'; field: string; value: unknown }[] {
  const operation = line.operation === 'clear' ? 'set' : line.operation
  const entries = [{ operation, field: line.field, value: valueIn(line) }]
  if (line.field === 'obsolete' && line.text === 'yes' && line.replacement !== '') {
    entries.push({ operation, field: 'replacedBy', value: line.replacement })
  }
  return entries
}

const isMissing = ({ field, operation, values, text }: Line) =>
  operation !== 'clear' && (fieldOf(field)?.control === 'list' ? values.length === 0 : text.trim() === '')

/** The change that these lines make, or what is wrong with them. */
export function changeOf(lines: readonly Line[]): { change: BulkChange; errors: LineErrors } {
  const change: BulkChange = {}
  const errors = new Map<number, string>()
  for (const line of lines) {
    const label = fieldOf(line.field)?.label ?? line.field
    if (isMissing(line)) {
      errors.set(line.key, `A value for ${label} is required.`)
      continue
    }
    for (const { operation, field, value } of entriesOf(line)) {
      const members = change[operation] ?? {}
      if (field in members) {
        errors.set(line.key, `${fieldOf(field)?.label ?? field} is in another line already. Put both into one.`)
      }
      change[operation] = { ...members, [field]: value }
    }
  }
  return { change, errors }
}

/** The faults that the server found, at the lines that they belong to; the others as one text. */
export function placedErrors(lines: readonly Line[], faults: readonly FieldError[]) {
  const errors = new Map<number, string>()
  const rest: string[] = []
  for (const { field, message } of faults) {
    const [, operation, name] = /^change\.(set|add|remove)\.(\w+)/.exec(field) ?? []
    const line = lines.find((one) =>
      entriesOf(one).some((entry) => entry.operation === operation && entry.field === name),
    )
    if (line) errors.set(line.key, [errors.get(line.key), message].filter(Boolean).join(' '))
    else rest.push(message)
  }
  return { errors, rest: rest.join(' ') }
}
