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

/** Labels in the order of the form; a star marks what is required. */
export const labels: Record<keyof OrderFields, { label: string; required: boolean }> = {
  firstName: { label: 'First Name', required: true },
  lastName: { label: 'Last Name', required: true },
  email: { label: 'Email', required: true },
  phoneNumber: { label: 'Phone Number', required: true },
  department: { label: 'Department', required: true },
  mailStop: { label: 'Mail Stop', required: true },
  dateOfOrder: { label: 'Date of Order', required: true },
  dateRequired: { label: 'Date Required', required: true },
  costCenter: { label: 'Cost Center', required: true },
  activity: { label: 'Activity', required: false },
  costCategory: { label: 'Cost Category', required: false },
  specialInstructions: { label: 'Special Instructions', required: false },
}

/** What is wrong with a field, in words; undefined when nothing is. `today` is `YYYY-MM-DD`. */
export function faultOf(field: keyof OrderFields, value: string, today: string): string | undefined {
  const { label, required } = labels[field]
  const text = value.trim()
  if (text === '') return required ? `${label} is required.` : undefined
  if (field === 'email' && !/^\S+@\S+$/.test(text)) return 'An email address looks like name@example.org.'
  if (field === 'dateRequired' && !hasFourDigitYear(text)) return 'A date has a year of four digits.'
  if (field === 'dateRequired' && text < today) return 'The date required is in the past.'
  return undefined
}

/** The order form's draft: what was typed, and the key that makes sending it twice one order. */
export interface OrderDraft {
  fields: OrderFields
  key: string
}
