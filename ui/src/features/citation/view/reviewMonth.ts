// The month in which a citation was reviewed, as text.
import { isoDay } from '../../../lib/dates/dates'

/** Such as May 2025, in Spanish mayo de 2025; empty when there is no date. */
export function monthText(value: string | null | undefined, locale: string): string {
  const day = isoDay(value)
  const month = { timeZone: 'UTC', year: 'numeric', month: 'long' } as const
  return day ? new Intl.DateTimeFormat(locale, month).format(new Date(`${day}T00:00:00Z`)) : ''
}
