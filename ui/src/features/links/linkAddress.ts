// What the list of links shows, as its address says it: /links?state=moved&department=Surgery&page=2.
import type { LinkFilter, LinkState } from '../../api/links'
import { pageOf } from '../../components/pages'
import { patterns } from '../../paths'
import { stateWords } from './linkWords'

/** The states of their own views, in the order of the list. */
const states = ['gone', 'unreachable', 'soft404', 'changed', 'moved', 'blocked', 'unchecked', 'ok'] as const

/** The views; in the address no state means the broken ones. */
export const views: readonly { value: string; label: string; counted: readonly LinkState[] }[] = [
  { value: '', label: 'Broken', counted: ['gone', 'unreachable', 'soft404'] },
  ...states.map((state) => ({ value: state, label: stateWords[state], counted: [state] })),
  { value: 'all', label: 'All', counted: states },
]

/** What a view shows and how much of it there is; undefined while that is not known. */
export interface FilledView {
  value: string
  label: string
  count: number | undefined
}

/** The views that hold links; beside them the broken ones, all, and the one that is shown, whatever they hold. */
export function filledViews(shown: string, counts: Readonly<Record<LinkState, number>> | undefined): FilledView[] {
  return views
    .map(({ value, label, counted }) => ({
      value,
      label,
      count: counts && counted.reduce((sum, state) => sum + counts[state], 0),
    }))
    .filter(({ value, count = 0 }) => count > 0 || value === '' || value === 'all' || value === shown)
}

const names = ['state', 'department'] as const

/** Reads an address; what makes no sense in it counts as not given. */
export function readAddress(parameters: URLSearchParams): { address: LinkFilter; page: number } {
  const given = (name: string) => parameters.get(name)?.trim() ?? ''
  const state = given('state')
  return {
    address: { state: views.some(({ value }) => value === state) ? state : '', department: given('department') },
    page: pageOf(parameters.get('page')),
  }
}

/** The parameters of an address, empty ones left out. */
export function writeAddress(address: LinkFilter, page = 1): URLSearchParams {
  const parameters = new URLSearchParams(names.filter((name) => address[name]).map((name) => [name, address[name]]))
  if (page > 1) parameters.set('page', String(page))
  return parameters
}

/** The list at this address. */
export function listPath(address: LinkFilter): string {
  const parameters = writeAddress(address).toString()
  return parameters === '' ? patterns.links : `${patterns.links}?${parameters}`
}

/** What the server is asked for. */
export const filterOf = (address: LinkFilter): LinkFilter => ({
  ...address,
  state: { '': 'broken', all: '' }[address.state] ?? address.state,
})
