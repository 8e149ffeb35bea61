// What to say of a search that failed: what happened, what was kept, and the step that helps.
import type { Problem } from '../../api/problem'
import type { Search } from './searchAddress'

export interface SearchFailure {
  title: string
  detail: string
  step: 'again' | 'without filters'
}

export function searchFailure({ status }: Problem, { filters }: Pick<Search, 'filters'>): SearchFailure {
  const kept = filters.length > 0 ? 'Your search and your filters are kept.' : 'Your search is kept.'
  if (status === 0) {
    return {
      title: 'The server could not be reached.',
      detail: `Check your connection, then try again. ${kept}`,
      step: 'again',
    }
  }
  if (status === 400 && filters.length > 0) {
    return {
      title: 'One of the filters cannot be used any more.',
      detail: 'The link you followed may be old. Search without filters, then choose new ones.',
      step: 'without filters',
    }
  }
  if (status === 429) {
    return { title: 'Too many searches at once.', detail: `Wait a moment, then try again. ${kept}`, step: 'again' }
  }
  return {
    title: 'The server could not answer this search.',
    detail: `Try again in a moment. ${kept}`,
    step: 'again',
  }
}
