// Texts for ages and times.

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
