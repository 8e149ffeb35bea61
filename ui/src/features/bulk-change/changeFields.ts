// The fields that a bulk edit can change, and the labels of the operations. The server has the same table and rejects other
// fields.

export type Operation = 'add' | 'remove' | 'set' | 'clear'

/** The control that selects a value. */
export type Control = 'list' | 'one' | 'department' | 'reviewer' | 'citation' | 'months' | 'obsolete'

export interface ChangeField {
  /** The name in the JSON of a citation. */
  name: string
  label: string
  control: Control
  /** The facet with the known values. */
  facet?: string
  operations: readonly Operation[]
}

const list = ['add', 'remove', 'set'] as const
const emptiable = [...list, 'clear'] as const

export const changeFields: readonly ChangeField[] = [
  { name: 'tags', label: 'Tags', control: 'list', facet: 'tags', operations: emptiable },
  { name: 'keywords', label: 'Keywords', control: 'list', facet: 'keywords', operations: list },
  { name: 'audience', label: 'Target Audience', control: 'list', facet: 'audience', operations: list },
  { name: 'authors', label: 'Authors', control: 'list', facet: 'authors', operations: list },
  { name: 'deptSubmittedBy', label: 'Department', control: 'department', operations: ['set', 'clear'] },
  { name: 'reviewedBy', label: 'HE/CS Reviewer', control: 'reviewer', operations: ['set'] },
  { name: 'reviewCycleMonths', label: 'Review cycle', control: 'months', operations: ['set', 'clear'] },
  { name: 'obsolete', label: 'Obsolete', control: 'obsolete', operations: ['set'] },
  { name: 'replacedBy', label: 'Replaced by', control: 'citation', operations: ['set', 'clear'] },
  { name: 'publisher', label: 'Publishers', control: 'one', facet: 'publisher_name', operations: ['set'] },
  { name: 'materialFormat', label: 'Material Format', control: 'one', facet: 'material_format', operations: ['set'] },
  {
    name: 'keySubjectHeading',
    label: 'Subject Heading',
    control: 'one',
    facet: 'subject_heading',
    operations: ['set'],
  },
  { name: 'whereToObtain', label: 'Where to Obtain', control: 'one', facet: 'where_to_obtain', operations: ['set'] },
]

export const changeField = (name: string) => changeFields.find((field) => field.name === name)

/** The label of an operation on this field. */
export function operationLabel({ control }: ChangeField, operation: Operation): string {
  if (operation === 'clear') return 'Leave empty'
  if (control !== 'list') return 'Set to'
  return { add: 'Add', remove: 'Remove', set: 'Replace all by' }[operation]
}
