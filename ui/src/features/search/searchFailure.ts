// What to say of a search that failed: what happened, what was kept, and the step that helps.
import type messages from 'messages:en/results'
import type { Problem } from '../../api/problem'
import type { KeyOf } from '../../i18n/section'
import type { Search } from './searchAddress'

type Key = KeyOf<typeof messages>

export interface SearchFailure {
  title: Key & ('unreachable' | 'oldFilter' | 'tooMany' | 'serverFault')
  detail: Key & ('checkConnection' | 'oldFilterHint' | 'waitMoment' | 'tryLater')
  /** What was not lost by it. */
  kept?: Key & ('searchKept' | 'filtersKept')
  step: 'again' | 'without filters'
}

/** The keys of what to say. */
export function searchFailure({ status }: Problem, { filters }: Pick<Search, 'filters'>): SearchFailure {
  const kept = filters.length > 0 ? 'filtersKept' : 'searchKept'
  if (status === 0) return { title: 'unreachable', detail: 'checkConnection', kept, step: 'again' }
  if (status === 400 && filters.length > 0) {
    return { title: 'oldFilter', detail: 'oldFilterHint', step: 'without filters' }
  }
  if (status === 429) return { title: 'tooMany', detail: 'waitMoment', kept, step: 'again' }
  return { title: 'serverFault', detail: 'tryLater', kept, step: 'again' }
}
