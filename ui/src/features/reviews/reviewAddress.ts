// The views of the reviews, and the URL of the list: /review?state=never&department=Surgery&page=2.
import t from 'messages:staff/reviews'
import type { ReviewFilter, ReviewState } from '../../api/maintenance/reviews'
import { anyText, listAddress } from '../../listkit/listAddress'
import { patterns } from '../../paths'

/** The views; in the URL, no state means overdue citations. */
export const views: readonly { value: string; label: string; counted?: ReviewState }[] = [
  { value: '', label: t('overdue'), counted: 'overdue' },
  { value: 'due', label: t('dueSoon'), counted: 'due' },
  { value: 'never', label: t('neverReviewed'), counted: 'never' },
  { value: 'current', label: t('upToDate'), counted: 'current' },
  { value: 'all', label: t('all') },
]

export const reviewAddress = listAddress<ReviewFilter>(patterns.review, {
  state: (state) => views.some(({ value }) => value === state),
  department: anyText,
  reviewer: anyText,
})

/** The filter as the server expects it. */
export const toFilter = (address: ReviewFilter): ReviewFilter => ({
  ...address,
  state: { '': 'overdue', all: '' }[address.state] ?? address.state,
})
