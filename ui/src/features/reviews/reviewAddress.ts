// What the list of reviews shows, as its address says it: /review?state=never&department=Surgery&page=2.
import type { ReviewFilter, ReviewState } from '../../api/reviews'
import { pageOf } from '../../components/pages'
import { patterns } from '../../paths'

/** The views; in the address no state means the overdue ones. */
export const views: readonly { value: string; label: string; counted?: ReviewState }[] = [
  { value: '', label: 'Overdue', counted: 'overdue' },
  { value: 'due', label: 'Due soon', counted: 'due' },
  { value: 'never', label: 'Never reviewed', counted: 'never' },
  { value: 'current', label: 'Up to date', counted: 'current' },
  { value: 'all', label: 'All' },
]

const names = ['state', 'department', 'reviewer'] as const

/** Reads an address; what makes no sense in it counts as not given. */
export function readAddress(parameters: URLSearchParams): { address: ReviewFilter; page: number } {
  const given = (name: string) => parameters.get(name)?.trim() ?? ''
  const state = given('state')
  return {
    address: {
      state: views.some(({ value }) => value === state) ? state : '',
      department: given('department'),
      reviewer: given('reviewer'),
    },
    page: pageOf(parameters.get('page')),
  }
}

/** The parameters of an address, empty ones left out. */
export function writeAddress(address: ReviewFilter, page = 1): URLSearchParams {
  const parameters = new URLSearchParams(names.filter((name) => address[name]).map((name) => [name, address[name]]))
  if (page > 1) parameters.set('page', String(page))
  return parameters
}

/** The list at this address. */
export function listPath(address: ReviewFilter): string {
  const parameters = writeAddress(address).toString()
  return parameters === '' ? patterns.review : `${patterns.review}?${parameters}`
}

/** What the server is asked for. */
export const filterOf = (address: ReviewFilter): ReviewFilter => ({
  ...address,
  state: { '': 'overdue', all: '' }[address.state] ?? address.state,
})
