// The order form's fields and rules, apart from how they look. Source: spec section 5.
import type { OrderFields } from '../../api/orders'
import { hasFourDigitYear } from '../../lib/dates'

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

/** The fields in the order of the form, each with whether it is required; they are the keys of their labels too. */
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

/** The field that the server names; undefined for what is no field of the form. */
export const fieldOf = (name: string) => fieldNames.find((field) => field === name)

/** What is wrong with a field: the key of its text. */
export type FieldFault = 'missing' | 'wrongEmail' | 'wrongYear' | 'past'

/** What is wrong with a field; undefined when nothing is. `today` is `YYYY-MM-DD`. */
export function faultOf(field: keyof OrderFields, value: string, today: string): FieldFault | undefined {
  const text = value.trim()
  if (text === '') return isRequired[field] ? 'missing' : undefined
  if (field === 'email' && !/^\S+@\S+$/.test(text)) return 'wrongEmail'
  if (field === 'dateRequired' && !hasFourDigitYear(text)) return 'wrongYear'
  if (field === 'dateRequired' && text < today) return 'past'
  return undefined
}

/** The order form's draft: what was typed, and the key that makes sending it twice one order. */
export interface OrderDraft {
  fields: OrderFields
  key: string
}
