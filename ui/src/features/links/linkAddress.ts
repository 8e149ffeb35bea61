// The URL of the list of links: /links?state=moved&department=Surgery&page=2.
import type { LinkFilter, LinkState } from '../../api/maintenance/links'
import { parsePage } from '../../components/list/pages'
import { patterns } from '../../paths'
import { stateWords } from './linkWords'

/** The states that have a view, in order. */
const states = ['gone', 'unreachable', 'soft404', 'changed', 'moved', 'blocked', 'unchecked', 'ok'] as const

/** The views; in the URL, no state means broken links. */
export const views: readonly { value: string; label: string; counted: readonly LinkState[] }[] = [
  { value: '', label: 'Broken', counted: ['gone', 'unreachable', 'soft404'] },
  ...states.map((state) => ({ value: state, label: stateWords[state], counted: [state] })),
  { value: 'all', label: 'All', counted: states },
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

const names = ['state', 'department'] as const

/** Parses a URL; invalid values are ignored. */
export function readAddress(parameters: URLSearchParams): { address: LinkFilter; page: number } {
  const given = (name: string) => parameters.get(name)?.trim() ?? ''
  const state = given('state')
  return {
    address: { state: views.some(({ value }) => value === state) ? state : '', department: given('department') },
    page: parsePage(parameters.get('page')),
  }
}

/** The parameters of a URL; empty ones are omitted. */
export function writeAddress(address: LinkFilter, page = 1): URLSearchParams {
  const parameters = new URLSearchParams(names.filter((name) => address[name]).map((name) => [name, address[name]]))
  if (page > 1) parameters.set('page', String(page))
  return parameters
}

/** The path of the list with this filter. */
export function listPath(address: LinkFilter): string {
  const parameters = writeAddress(address).toString()
  return parameters === '' ? patterns.links : `${patterns.links}?${parameters}`
}

/** The filter as the server expects it. */
export const toFilter = (address: LinkFilter): LinkFilter => ({
  ...address,
  state: { '': 'broken', all: '' }[address.state] ?? address.state,
})
