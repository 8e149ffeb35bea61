// The fields that a bulk edit can change, with their controls, and the labels of the operations.
import t from 'messages:staff/bulkEdit'
import { bulkFields } from '../../lib/citationFields'

export type Operation = 'add' | 'remove' | 'set' | 'clear'

/** The control that selects a value. */
export type Control = 'list' | 'codes' | 'one' | 'department' | 'reviewer' | 'citation' | 'months' | 'obsolete'

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
