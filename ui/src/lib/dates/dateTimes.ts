// Instants, as dates with or without times in the time zone of the browser. Calendar days are in dates.ts.
import { shortDate, today } from './dates'

const english = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

const formatOf = (locale: string) =>
  locale === 'en-US' ? english : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

const withSeconds = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

/** The day of an instant, such as 1/5/2026, in Spanish 5 ene 2026; empty if the date is invalid. */
export function dayOfInstant(iso: string, locale = 'en-US'): string {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? '' : shortDate(today(moment), locale)
}

/** Such as Jan 5, 2026, 2:14:05 PM; empty if the date is invalid. */
export function dayTimeSeconds(iso: string): string {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? '' : withSeconds.format(moment)
}

/** Such as Jan 5, 2026, 2:14 PM, in Spanish 5 ene 2026, 2:14 p.m.; empty if the date is invalid. */
export function dayAndTime(iso: string, locale = 'en-US'): string {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? '' : formatOf(locale).format(moment)
}
