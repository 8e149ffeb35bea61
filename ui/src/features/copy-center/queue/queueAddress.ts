// The views of the orders, and the URL of the list: /orders?state=ready&mailStop=MB+12&page=2.
import type { QueueFilter } from '../../../api/orders/copyCenter'
import { stateWords } from '../../../lib/orderStates'
import { openStates, orderStates } from '../../../lib/orderTransitions'
import { anyText, isDay, listAddress } from '../../../listkit/listAddress'
import { patterns } from '../../../paths'

/** The options for the state; in the URL, no state means open orders. */
export const stateChoices = [
  { value: '', label: 'Open' },
  ...orderStates.map((value) => ({ value: value as string, label: stateWords[value] })),
  { value: 'all', label: 'All' },
]

export const emptyFilter: QueueFilter = { state: '', q: '', from: '', to: '', mailStop: '', department: '', late: '' }

export const queueAddress = listAddress<QueueFilter>(patterns.orders, {
  state: (state) => stateChoices.some(({ value }) => value === state),
  q: anyText,
  from: isDay,
  to: isDay,
  mailStop: anyText,
  department: anyText,
  late: (late) => late === 'true',
})

/** The filter as the server expects it. */
export const toFilter = (filter: QueueFilter): QueueFilter => ({
  ...filter,
  state: { '': openStates.join(','), all: '' }[filter.state] ?? filter.state,
})

/** A predefined view. */
export interface QuickView {
  label: string
  filter: QueueFilter
  /** Whether its number of orders is shown. */
  counted: boolean
}

/** `yesterday` is the person's, `YYYY-MM-DD`. */
export const quickViews = (yesterday: string): QuickView[] => [
  { label: 'Open', filter: emptyFilter, counted: false },
  { label: 'Late', filter: { ...emptyFilter, late: 'true' }, counted: true },
  {
    label: 'New since yesterday',
    filter: { ...emptyFilter, state: 'received', from: yesterday },
    counted: true,
  },
  { label: 'Waiting for an answer', filter: { ...emptyFilter, state: 'waiting' }, counted: true },
  { label: 'Printing', filter: { ...emptyFilter, state: 'printing' }, counted: false },
  { label: 'Ready', filter: { ...emptyFilter, state: 'ready' }, counted: false },
  { label: 'All', filter: { ...emptyFilter, state: 'all' }, counted: false },
]

const filterNames = Object.keys(emptyFilter) as (keyof QueueFilter)[]

export const isSameFilter = (a: QueueFilter, b: QueueFilter) => filterNames.every((name) => a[name] === b[name])

/** The number of active filters; 0 if they are those of a predefined view. The text is not counted. */
export function activeFilterCount(filter: QueueFilter, views: readonly QuickView[]): number {
  const filters = { ...filter, q: '' }
  if (views.some((view) => isSameFilter(view.filter, filters))) return 0
  return filterNames.filter((name) => filters[name] !== '').length
}
