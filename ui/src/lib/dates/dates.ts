// Calendar days and months. A day is never shifted by a time zone: only the first ten characters of an ISO date-time count.
import { byLocale } from '../../i18n/section'

/** In other languages the month is written out, because readers differ in the order of day and month. */
const dayFormat = byLocale((locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' }))

/** The `YYYY-MM-DD` of an ISO date or date-time; undefined if it is invalid. */
export function isoDay(value: string | null | undefined): string | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(value ?? '')?.[0]
  return day && !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? day : undefined
}

/** A US short date such as 3/9/2024, in Spanish 9 mar 2024; empty if there is no date. */
export function shortDate(value: string | null | undefined, locale = 'en-US'): string {
  const day = isoDay(value)
  if (!day) return ''
  if (locale !== 'en-US') return dayFormat(locale).format(new Date(`${day}T00:00:00Z`))
  const [year, month, date] = day.split('-').map(Number)
  return `${month}/${date}/${year}`
}

/** The month of a date, such as May 2025, in Spanish mayo de 2025; empty if there is no date. */
export function monthText(value: string | null | undefined, locale: string): string {
  const day = isoDay(value)
  const month = { timeZone: 'UTC', year: 'numeric', month: 'long' } as const
  return day ? new Intl.DateTimeFormat(locale, month).format(new Date(`${day}T00:00:00Z`)) : ''
}

/** The ISO timestamp that the API expects for a day. */
export const isoTimestamp = (day: string) => `${day}T00:00:00.000Z`

/** The person's own calendar day today, as `YYYY-MM-DD`. */
export function today(now: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** The first day that date fields accept, where they have no limits of their own. */
export const firstDay = '1900-01-01'

/** The last day that date fields accept; otherwise browsers allow years of six digits. */
export const lastDay = '9999-12-31'

/** Whether a day has the form `YYYY-MM-DD`, which can be compared as text. */
export const hasFourDigitYear = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day)

const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', year: 'numeric' })

/** A month `YYYY-MM`, such as 'Mar 2026'; the text itself if it is not a month. */
export function monthName(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`)
  return Number.isNaN(first.getTime()) ? month : monthFormat.format(first)
}

/** The same day of the month some months earlier, `YYYY-MM-DD`; the last day of a shorter month. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, number = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(number, last))).toISOString().slice(0, 10)
}

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

/** The latest revision date of a language, as `YYYY-MM-DD`; undefined if there is none. */
export function latestRevision(
  revisions: readonly { lang: string; revisionDate: string }[],
  lang: string,
): string | undefined {
  return revisions
    .flatMap((revision) => (revision.lang === lang ? (isoDay(revision.revisionDate) ?? []) : []))
    .sort()
    .at(-1)
}

/** Whether a language version is outdated: both dates are known, and the English one is later. */
export function isOlderThanEnglish(
  revisions: readonly { lang: string; revisionDate: string }[],
  lang: string,
): boolean {
  const [own, english] = [latestRevision(revisions, lang), latestRevision(revisions, 'English')]
  return own !== undefined && english !== undefined && own < english
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Such as '12 minutes ago', '3 hours ago', '2 days ago'; never less than a minute. */
export function ageInWords(ms: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale)
  if (ms < hourMs) return format.format(-Math.max(1, Math.floor(ms / minuteMs)), 'minute')
  if (ms < 2 * dayMs) return format.format(-Math.floor(ms / hourMs), 'hour')
  return format.format(-Math.floor(ms / dayMs), 'day')
}

/** Formats a time, with the date unless it is today. */
export function timeInWords(moment: Date, now: Date, locale: string): string {
  const isToday = moment.toDateString() === now.toDateString()
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', dateStyle: isToday ? undefined : 'medium' }).format(
    moment,
  )
}
