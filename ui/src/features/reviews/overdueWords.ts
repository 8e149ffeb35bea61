// The text for how long a review has been overdue.
import t from 'messages:staff/reviews'
import { isoDay } from '../../lib/dates/dates'

/**
 * Such as '3 years overdue', in the largest unit that is full, years, months or days; empty when there is no due day, or it is
 * not past. `today` is `YYYY-MM-DD`.
 */
export function overdueWords(dueOn: string | null | undefined, today: string): string {
  const due = isoDay(dueOn)
  if (due === undefined || due >= today) return ''
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const [dueYear = 0, dueMonth = 0, dueDay = 0] = due.split('-').map(Number)
  // The last day of a month completes a month that began on a later day.
  const isFull = day >= dueDay || day === new Date(Date.UTC(year, month, 0)).getUTCDate()
  const months = (year - dueYear) * 12 + month - dueMonth - (isFull ? 0 : 1)
  if (months >= 12) return t('yearsOverdue', { count: Math.floor(months / 12) })
  if (months >= 1) return t('monthsOverdue', { count: months })
  return t('daysOverdue', { count: (Date.parse(today) - Date.parse(due)) / 86_400_000 })
}
