// Months, `YYYY-MM`.

const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', year: 'numeric' })

/** Such as 'Mar 2026'; the text itself if it is not a month. */
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
