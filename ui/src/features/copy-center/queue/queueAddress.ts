// The URL of the list: /orders?state=ready&mailStop=MB+12&page=2.
import type { QueueFilter } from '../../../api/orders/copyCenter'
import { parsePage } from '../../../components/list/pages'
import { stateWords } from '../../../lib/orderStates'
import { openStates, orderStates } from '../../../lib/orderTransitions'
import { patterns } from '../../../paths'

/** The options for the state; in the URL, no state means open orders. */
export const stateChoices = [
  { value: '', label: 'Open' },
  ...orderStates.map((value) => ({ value: value as string, label: stateWords[value] })),
  { value: 'all', label: 'All' },
]

/** The filter in the URL. */
export type QueueAddress = QueueFilter

const names = ['state', 'q', 'from', 'to', 'mailStop', 'department', 'late'] as const

export const emptyAddress: QueueAddress = { state: '', q: '', from: '', to: '', mailStop: '', department: '', late: '' }

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Parses a URL; invalid values are ignored. */
export function readAddress(parameters: URLSearchParams): { address: QueueAddress; page: number } {
  const given = (name: string) => parameters.get(name)?.trim() ?? ''
  const address = Object.fromEntries(names.map((name) => [name, given(name)])) as unknown as QueueAddress
  return {
    address: {
      ...address,
      state: stateChoices.some(({ value }) => value === address.state) ? address.state : '',
      from: isDay(address.from) ? address.from : '',
      to: isDay(address.to) ? address.to : '',
      late: address.late === 'true' ? 'true' : '',
    },
    page: parsePage(parameters.get('page')),
  }
}

/** The parameters of a URL; empty ones are omitted. */
export function writeAddress(address: QueueAddress, page = 1): URLSearchParams {
  const parameters = new URLSearchParams(names.filter((name) => address[name]).map((name) => [name, address[name]]))
  if (page > 1) parameters.set('page', String(page))
  return parameters
}

/** The filter as the server expects it. */
export const toFilter = (address: QueueAddress): QueueFilter => ({
  ...address,
  state: { '': openStates.join(','), all: '' }[address.state] ?? address.state,
})

/** A predefined view. */
export interface QuickView {
  label: string
  address: QueueAddress
  /** Whether its number of orders is shown. */
  counted: boolean
}

/** `yesterday` is the person's, `YYYY-MM-DD`. */
export const quickViews = (yesterday: string): QuickView[] => [
  { label: 'Open', address: emptyAddress, counted: false },
  { label: 'Late', address: { ...emptyAddress, late: 'true' }, counted: true },
  {
    label: 'New since yesterday',
    address: { ...emptyAddress, state: 'received', from: yesterday },
    counted: true,
  },
  { label: 'Waiting for an answer', address: { ...emptyAddress, state: 'waiting' }, counted: true },
  { label: 'Printing', address: { ...emptyAddress, state: 'printing' }, counted: false },
  { label: 'Ready', address: { ...emptyAddress, state: 'ready' }, counted: false },
  { label: 'All', address: { ...emptyAddress, state: 'all' }, counted: false },
]

export const isSameAddress = (a: QueueAddress, b: QueueAddress) => names.every((name) => a[name] === b[name])

/** The number of active filters; 0 if they are those of a predefined view. The text is not counted. */
export function activeFilterCount(address: QueueAddress, views: readonly QuickView[]): number {
  const filters = { ...address, q: '' }
  if (views.some((view) => isSameAddress(view.address, filters))) return 0
  return names.filter((name) => filters[name] !== '').length
}

/** The path of the list with this filter. */
export function queuePath(address: QueueAddress, page = 1): string {
  const query = writeAddress(address, page).toString()
  return query === '' ? patterns.orders : `${patterns.orders}?${query}`
}
