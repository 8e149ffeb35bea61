// The views of the orders, and the URL of the list: /orders?state=ready&mailStop=MB+12&page=2.
import t from 'messages:staff/copyCenter'
import type { QueueFilter } from '../../../api/orders/copyCenter'
import { openStates, orderStates } from '../../../lib/orderTransitions'
import { anyText, isDay, listAddress } from '../../../listkit/listAddress'
import { patterns } from '../../../paths'
import { stateWords } from '../stateWords'

/** The options for the state; in the URL, no state means open orders. */
export const stateChoices = [
  { value: '', label: t('open') },
  ...orderStates.map((value) => ({ value: value as string, label: stateWords[value] })),
  { value: 'all', label: t('all') },
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
  { label: t('open'), filter: emptyFilter, counted: false },
  { label: t('late'), filter: { ...emptyFilter, late: 'true' }, counted: true },
  {
    label: t('newSinceYesterday'),
    filter: { ...emptyFilter, state: 'received', from: yesterday },
    counted: true,
  },
  { label: t('waitingForAnswer'), filter: { ...emptyFilter, state: 'waiting' }, counted: true },
  { label: t('printing'), filter: { ...emptyFilter, state: 'printing' }, counted: false },
  { label: t('ready'), filter: { ...emptyFilter, state: 'ready' }, counted: false },
  { label: t('all'), filter: { ...emptyFilter, state: 'all' }, counted: false },
]

const filterNames = Object.keys(emptyFilter) as (keyof QueueFilter)[]

export const isSameFilter = (a: QueueFilter, b: QueueFilter) => filterNames.every((name) => a[name] === b[name])

/** The number of active filters; 0 if they are those of a predefined view. The text is not counted. */
export function activeFilterCount(filter: QueueFilter, views: readonly QuickView[]): number {
  const filters = { ...filter, q: '' }
  if (views.some((view) => isSameFilter(view.filter, filters))) return 0
  return filterNames.filter((name) => filters[name] !== '').length
}
