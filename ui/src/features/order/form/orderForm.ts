// The fields of the order form and their validation. Source: spec section 5.
import type { OrderFields } from '../../../api/orders/orders'
import { type DateProblem, dateProblem } from '../../../lib/dates/dateLimits'

export const emptyOrder: OrderFields = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  department: '',
  mailStop: '',
  dateOfOrder: '',
  dateRequired: '',
  costCenter: '',
  activity: '',
  costCategory: '',
  specialInstructions: '',
}

/** The fields in the form's order, and whether each is required; the names are also the keys of the labels. */
export const isRequired: Record<keyof OrderFields, boolean> = {
  firstName: true,
  lastName: true,
  email: true,
  phoneNumber: true,
  department: true,
  mailStop: true,
  dateOfOrder: true,
  dateRequired: true,
  costCenter: true,
  activity: false,
  costCategory: false,
  specialInstructions: false,
}

export const fieldNames = Object.keys(isRequired) as (keyof OrderFields)[]

/** The form field with a name from the server; undefined if it is not a field of the form. */
export const formField = (name: string) => fieldNames.find((field) => field === name)

/** The key of an error message. */
export type FieldErrorKey = 'missing' | 'wrongEmail' | DateProblem

/** Validates a field; undefined if it is valid. `today` is `YYYY-MM-DD`. */
export function fieldError(field: keyof OrderFields, value: string, today: string): FieldErrorKey | undefined {
  const text = value.trim()
  if (text === '') return isRequired[field] ? 'missing' : undefined
  if (field === 'email' && !/^\S+@\S+$/.test(text)) return 'wrongEmail'
  return field === 'dateRequired' ? dateProblem(field, text, today) : undefined
}

/** The draft of the order form: its values and the idempotency key. */
export interface OrderDraft {
  fields: OrderFields
  key: string
}
