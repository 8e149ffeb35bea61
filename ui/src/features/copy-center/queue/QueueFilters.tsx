// The search and the filters of the list. A typed text is applied after a pause, or at once with Enter.
import t from 'messages:staff/copyCenter'
import ListFilter from 'lucide-react/icons/list-filter'
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { QueueEntry, QueueFilter } from '../../../api/orders/copyCenter'
import { Button } from '../../../components/buttons/Button'
import { Checkbox } from '../../../components/form/Checkbox'
import { controlClass } from '../../../components/form/Field'
import { SelectField, TextField } from '../../../components/form/TextField'
import styles from './OrdersPage.module.css'
import { viewsOfToday } from './QuickViews'
import { activeFilterCount, stateChoices } from './queueAddress'

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
          onChange={(event) => onChange({ state: event.target.value })}
        >
          {stateChoices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
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
          onChange={(event) => onChange({ from: event.target.value })}
        />
        <TextField
          label={t('orderedUntil')}
          type="date"
          value={filter.to}
          onChange={(event) => onChange({ to: event.target.value })}
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
