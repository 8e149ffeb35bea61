// The views of the link check, and the URL of the list: /links?state=moved&department=Surgery&page=2.
import t from 'messages:staff/links'
import type { LinkFilter, LinkState } from '../../api/maintenance/links'
import { anyText, listAddress } from '../../listkit/listAddress'
import { patterns } from '../../paths'
import { stateWords } from './linkWords'

/** The states that have a view, in order. */
const states = ['gone', 'unreachable', 'soft404', 'changed', 'moved', 'blocked', 'unchecked', 'ok'] as const

/** The views; in the URL, no state means broken links. */
export const views: readonly { value: string; label: string; counted: readonly LinkState[] }[] = [
  { value: '', label: t('broken'), counted: ['gone', 'unreachable', 'soft404'] },
  ...states.map((state) => ({ value: state, label: stateWords[state], counted: [state] })),
  { value: 'all', label: t('all'), counted: states },
]

/** A view with its number of links; undefined until it is loaded. */
export interface CountedView {
  value: string
  label: string
  count: number | undefined
}

/** The views that contain links, and always 'Broken', 'All' and the current view. */
export function visibleViews(shown: string, counts: Readonly<Record<LinkState, number>> | undefined): CountedView[] {
  return views
    .map(({ value, label, counted }) => ({
      value,
      label,
      count: counts && counted.reduce((sum, state) => sum + counts[state], 0),
    }))
    .filter(({ value, count = 0 }) => count > 0 || value === '' || value === 'all' || value === shown)
}

export const linkAddress = listAddress<LinkFilter>(patterns.links, {
  state: (state) => views.some(({ value }) => value === state),
  department: anyText,
})

/** The filter as the server expects it. */
export const toFilter = (address: LinkFilter): LinkFilter => ({
  ...address,
  state: { '': 'broken', all: '' }[address.state] ?? address.state,
})
