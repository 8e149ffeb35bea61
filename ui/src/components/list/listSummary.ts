// The line with the size of a list. It gets the focus when a control for the list is removed.
import { focusHeading } from '../page/PageHeading'

export const listSummaryId = 'list-summary'

/** Moves the focus to the line, or to the heading of the page if the list has none. Must be called before the removal. */
export function focusListSummary() {
  const summary = document.getElementById(listSummaryId)
  if (summary) summary.focus({ preventScroll: true })
  else focusHeading()
}
