// The search and the filters of the list. A typed text is applied after a pause, or at once with Enter.
import t from 'messages:staff/copyCenter'
import { useQuery } from '@tanstack/react-query'
import ListFilter from 'lucide-react/icons/list-filter'
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { type QueueEntry, type QueueFilter, queueQuery } from '../../../api/orders/copyCenter'
import { Button } from '../../../components/buttons/Button'
import { Checkbox } from '../../../components/form/Checkbox'
import { controlClass, SelectField, TextField } from '../../../components/form/TextField'
import layout from '../../../components/page/Page.module.css'
import { today } from '../../../lib/dates/dates'
import { openStates, orderStates } from '../../../lib/orderTransitions'
import { anyText, isDay, listAddress } from '../../../listkit/listAddress'
import { patterns } from '../../../paths'
import { stateWords } from '../stateWords'
import styles from './OrdersPage.module.css'

const DEBOUNCE_MS = 400

interface Props {
  filter: QueueFilter
  /** The orders on the page, whose mail stops and departments are suggested. */
  orders: readonly QueueEntry[]
  onChange: (next: Partial<QueueFilter>) => void
  /** Shown beside the search. */
  children: ReactNode
}

export function QueueFilters({ filter, orders, onChange, children }: Props) {
  const count = activeFilterCount(filter, viewsOfToday())
  const [open, setOpen] = useState(count > 0)
  const moreId = useId()
  return (
    <search className={styles.filters}>
      <div className={styles.tools}>
        <TypedSearch value={filter.q} onType={(q) => onChange({ q })} />
        <Button
          icon={<ListFilter aria-hidden />}
          aria-expanded={open}
          aria-controls={moreId}
          onClick={() => setOpen(!open)}
        >
          {count === 0 ? t('moreFilters') : t('moreFiltersCount', { count })}
        </Button>
        {children}
      </div>
      <div id={moreId} hidden={!open} className={styles.more}>
        <SelectField
          label={t('state')}
          value={filter.state}
          onValue={(value) => onChange({ state: value })}
          options={stateChoices.map(({ value, label }) => [value, label])}
        />
        <TypedFilter
          label={t('mailStop')}
          value={filter.mailStop}
          offered={orders.map(({ mailStop }) => mailStop)}
          onType={(mailStop) => onChange({ mailStop })}
        />
        <TypedFilter
          label={t('department')}
          value={filter.department}
          offered={orders.map(({ department }) => department)}
          onType={(department) => onChange({ department })}
        />
        <TextField
          label={t('orderedFrom')}
          type="date"
          value={filter.from}
          onValue={(value) => onChange({ from: value })}
        />
        <TextField
          label={t('orderedUntil')}
          type="date"
          value={filter.to}
          onValue={(value) => onChange({ to: value })}
        />
        <Checkbox
          checked={filter.late === 'true'}
          onChange={(event) => onChange({ late: event.target.checked ? 'true' : '' })}
        >
          {t('lateOnly')}
        </Checkbox>
      </div>
    </search>
  )
}

interface Typed {
  value: string
  onType: (text: string) => void
}

/** Debounces a typed text; Enter commits it at once. */
function useTyped({ value, onType }: Typed) {
  const [typed, setTyped] = useState(value)
  const committed = useRef(value)
  const send = useRef(onType)
  send.current = onType
  // The URL was changed by a view or by Back.
  if (committed.current !== value) {
    committed.current = value
    if (typed.trim() !== value) setTyped(value)
  }
  const commit = (text: string) => {
    if (text.trim() === committed.current) return
    committed.current = text.trim()
    send.current(text.trim())
  }
  // External system: a timer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts only when the text changes
  useEffect(() => {
    const timer = setTimeout(() => commit(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return {
    value: typed,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && commit(typed),
  }
}

const TypedSearch = (typed: Typed) => (
  <input
    type="search"
    aria-label={t('search')}
    placeholder={t('searchPlaceholder')}
    autoComplete="off"
    maxLength={200}
    className={`${controlClass} ${styles.search}`}
    {...useTyped(typed)}
  />
)

function TypedFilter({ label, offered, ...typed }: Typed & { label: string; offered: readonly string[] }) {
  const listId = useId()
  return (
    <>
      <TextField label={label} type="search" autoComplete="off" maxLength={200} list={listId} {...useTyped(typed)} />
      <datalist id={listId}>
        {[...new Set(offered)].sort().map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  )
}

/** The views for the person's current day. */
export function viewsOfToday() {
  const yesterday = new Date()
  // Not 24 hours earlier: a day on which the clock changes has 23 or 25.
  yesterday.setDate(yesterday.getDate() - 1)
  return quickViews(today(yesterday))
}

/** Links to predefined views, with the number of orders that are late, new, or waiting for an answer. */
export const QuickViews = ({ filter }: { filter: QueueFilter }) => (
  <nav aria-label={t('views')} className={`${layout.views} ${styles.views}`}>
    <ul>
      {viewsOfToday().map((view) => (
        <li key={view.label}>
          <View view={view} current={isSameFilter(view.filter, filter)} />
        </li>
      ))}
    </ul>
  </nav>
)

function View({ view: { label, filter, counted }, current }: { view: QuickView; current: boolean }) {
  const found = useQuery({ ...queueQuery(toFilter(filter), 0), enabled: counted }).data?.found
  return (
    <Link to={queueAddress.path(filter)} replace aria-current={current ? 'page' : undefined}>
      {found === undefined || !counted ? label : `${label} (${found.toLocaleString('en-US')})`}
    </Link>
  )
}

/** The options for the state; in the URL, no state means open orders. */
const stateChoices = [
  { value: '', label: t('open') },
  ...orderStates.map((value) => ({ value: value as string, label: stateWords[value] })),
  { value: 'all', label: t('all') },
]

export const emptyFilter: QueueFilter = { state: '', q: '', from: '', to: '', mailStop: '', department: '', late: '' }

/** The views of the orders, and the URL of the list: /orders?state=ready&mailStop=MB+12&page=2. */
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
interface QuickView {
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

const isSameFilter = (a: QueueFilter, b: QueueFilter) => filterNames.every((name) => a[name] === b[name])

/** The number of active filters; 0 if they are those of a predefined view. The text is not counted. */
export function activeFilterCount(filter: QueueFilter, views: readonly QuickView[]): number {
  const filters = { ...filter, q: '' }
  if (views.some((view) => isSameFilter(view.filter, filters))) return 0
  return filterNames.filter((name) => filters[name] !== '').length
}
