// What the list shows, as its address says it: /orders?state=ready&mailStop=MB+12&page=2.
import type { QueueFilter } from '../../api/copyCenter'
import { pageOf } from '../../components/pages'
import { openStates, orderStates, stateWords } from '../../lib/orderSteps'
import { patterns } from '../../paths'

/** What can be chosen as state; in the address no state means the open ones. */
export const stateChoices = [
  { value: '', label: 'Open' },
  ...orderStates.map((value) => ({ value: value as string, label: stateWords[value] })),
  { value: 'all', label: 'All' },
]

/** A filter as the address holds it. */
export type QueueAddress = QueueFilter

const names = ['state', 'q', 'from', 'to', 'mailStop', 'department', 'late'] as const

export const emptyAddress: QueueAddress = { state: '', q: '', from: '', to: '', mailStop: '', department: '', late: '' }

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Reads an address; what makes no sense in it counts as not given. */
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
    page: pageOf(parameters.get('page')),
  }
}

/** The parameters of an address, empty ones left out. */
export function writeAddress(address: QueueAddress, page = 1): URLSearchParams {
  const parameters = new URLSearchParams(names.filter((name) => address[name]).map((name) => [name, address[name]]))
  if (page > 1) parameters.set('page', String(page))
  return parameters
}

/** What the server is asked for. */
export const filterOf = (address: QueueAddress): QueueFilter => ({
  ...address,
  state: { '': openStates.join(','), all: '' }[address.state] ?? address.state,
})

/** A view of one press. */
export interface QuickView {
  label: string
  address: QueueAddress
  /** Its number of orders is shown beside it. */
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

/** How many filters beside the text are in use that no view of one press stands for. */
export function countOf(address: QueueAddress, views: readonly QuickView[]): number {
  const filters = { ...address, q: '' }
  if (views.some((view) => isSameAddress(view.address, filters))) return 0
  return names.filter((name) => filters[name] !== '').length
}

/** The page of the list that shows an address. */
export function queuePath(address: QueueAddress, page = 1): string {
  const query = writeAddress(address, page).toString()
  return query === '' ? patterns.orders : `${patterns.orders}?${query}`
}
