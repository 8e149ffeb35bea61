// Moments: a day with its time, as the clock of whoever reads it shows it.

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Such as Jan 5, 2026, 2:14 PM; empty when there is none. */
export function dayAndTime(iso: string): string {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? '' : format.format(moment)
}
