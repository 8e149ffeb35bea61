// The URL of the list of reviews: /review?state=never&department=Surgery&page=2.
import type { ReviewFilter, ReviewState } from '../../api/maintenance/reviews'
import { parsePage } from '../../components/list/pages'
import { patterns } from '../../paths'

/** The views; in the URL, no state means overdue citations. */
export const views: readonly { value: string; label: string; counted?: ReviewState }[] = [
  { value: '', label: 'Overdue', counted: 'overdue' },
  { value: 'due', label: 'Due soon', counted: 'due' },
  { value: 'never', label: 'Never reviewed', counted: 'never' },
  { value: 'current', label: 'Up to date', counted: 'current' },
  { value: 'all', label: 'All' },
]

const names = ['state', 'department', 'reviewer'] as const

/** Parses a URL; invalid values are ignored. */
export function readAddress(parameters: URLSearchParams): { address: ReviewFilter; page: number } {
  const given = (name: string) => parameters.get(name)?.trim() ?? ''
  const state = given('state')
  return {
    address: {
      state: views.some(({ value }) => value === state) ? state : '',
      department: given('department'),
      reviewer: given('reviewer'),
    },
    page: parsePage(parameters.get('page')),
  }
}

/** The parameters of a URL; empty ones are omitted. */
export function writeAddress(address: ReviewFilter, page = 1): URLSearchParams {
  const parameters = new URLSearchParams(names.filter((name) => address[name]).map((name) => [name, address[name]]))
  if (page > 1) parameters.set('page', String(page))
  return parameters
}

/** The path of the list with this filter. */
export function listPath(address: ReviewFilter): string {
  const parameters = writeAddress(address).toString()
  return parameters === '' ? patterns.review : `${patterns.review}?${parameters}`
}

/** The filter as the server expects it. */
export const toFilter = (address: ReviewFilter): ReviewFilter => ({
  ...address,
  state: { '': 'overdue', all: '' }[address.state] ?? address.state,
})
