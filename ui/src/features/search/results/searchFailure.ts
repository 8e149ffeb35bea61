// The message for a failed search: what happened, what was preserved, and what to do.
import type messages from 'messages:en/results'
import type { Problem } from '../../../api/problem'
import type { KeyOf } from '../../../i18n/section'
import type { Search } from '../searchAddress'

type Key = KeyOf<typeof messages>

export interface SearchFailure {
  title: Key & ('unreachable' | 'oldFilter' | 'tooMany' | 'serverError')
  detail: Key & ('checkConnection' | 'oldFilterHint' | 'waitMoment' | 'tryLater')
  /** What was preserved. */
  preserved?: Key & ('searchUnchanged' | 'filtersUnchanged')
  action: 'again' | 'without filters'
}

/** The keys of the texts. */
export function searchFailure({ status }: Problem, { filters }: Pick<Search, 'filters'>): SearchFailure {
  const preserved = filters.length > 0 ? 'filtersUnchanged' : 'searchUnchanged'
  if (status === 0) return { title: 'unreachable', detail: 'checkConnection', preserved, action: 'again' }
  if (status === 400 && filters.length > 0) {
    return { title: 'oldFilter', detail: 'oldFilterHint', action: 'without filters' }
  }
  if (status === 429) return { title: 'tooMany', detail: 'waitMoment', preserved, action: 'again' }
  return { title: 'serverError', detail: 'tryLater', preserved, action: 'again' }
}
