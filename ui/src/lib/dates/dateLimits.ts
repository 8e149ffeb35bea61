// The days that date fields take; the limits are those of the server.
import { dateLimits } from '../citationFields'
import { hasFourDigitYear, monthsBefore } from './dates'

export type DateField = keyof typeof dateLimits

/** The first and the last day that a field takes, for a person whose day is `today`. */
export function dateLimitsOf(field: DateField, today: string): { min: string; max: string } {
  const { first, yearsAhead } = dateLimits[field]
  return { min: first === 'today' ? today : first, max: monthsBefore(today, -12 * yearsAhead) }
}

/** Why a field does not take a day. */
export type DateProblem = 'wrongYear' | 'tooEarly' | 'past' | 'future' | 'tooFarAhead'

/** Undefined for a day that the field takes. */
export function dateProblem(field: DateField, day: string, today: string): DateProblem | undefined {
  const { first, yearsAhead } = dateLimits[field]
  const { min, max } = dateLimitsOf(field, today)
  if (!hasFourDigitYear(day)) return 'wrongYear'
  if (day < min) return first === 'today' ? 'past' : 'tooEarly'
  if (day > max) return yearsAhead === 0 ? 'future' : 'tooFarAhead'
  return undefined
}

/** How many years ahead a day may be that the field takes. */
export const yearsAheadOf = (field: DateField): number => dateLimits[field].yearsAhead

/** The first year of date fields that do not begin today. */
export const firstYear = dateLimits.publishDate.first.slice(0, 4)
