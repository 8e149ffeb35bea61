// Filters of the list; what is typed counts after a moment, or at once with Enter.
import ListFilter from 'lucide-react/icons/list-filter'
import { useEffect, useId, useRef, useState } from 'react'
import type { QueueEntry } from '../../api/copyCenter'
import { Button } from '../../components/Button'
import { Checkbox } from '../../components/Checkbox'
import { SelectField, TextField } from '../../components/TextField'
import { useMediaQuery, wideScreen } from '../../lib/useMediaQuery'
import styles from './OrdersPage.module.css'
import { countOf, type QueueAddress, stateChoices } from './queueAddress'

const pauseMs = 400

interface Props {
  address: QueueAddress
  /** The orders in sight: their mail stops and departments are offered. */
  orders: readonly QueueEntry[]
  onChange: (next: Partial<QueueAddress>) => void
}

export function QueueFilters({ address, orders, onChange }: Props) {
  const wide = useMediaQuery(wideScreen)
  const [open, setOpen] = useState(false)
  const moreId = useId()
  const count = countOf(address)
  return (
    <search className={styles.filters}>
      <TypedFilter
        label="Search"
        hint="Number, name, title, item number"
        value={address.q}
        onType={(q) => onChange({ q })}
      />
      <SelectField label="State" value={address.state} onChange={(event) => onChange({ state: event.target.value })}>
        {stateChoices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {!wide && (
        <Button
          icon={<ListFilter aria-hidden />}
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={moreId}
          onClick={() => setOpen(!open)}
        >
          {count === 0 ? 'More filters' : `More filters (${count})`}
        </Button>
      )}
      <div id={moreId} hidden={!wide && !open} className={styles.more}>
        <TypedFilter
          label="Mail stop"
          value={address.mailStop}
          offered={orders.map(({ mailStop }) => mailStop)}
          onType={(mailStop) => onChange({ mailStop })}
        />
        <TypedFilter
          label="Department"
          value={address.department}
          offered={orders.map(({ department }) => department)}
          onType={(department) => onChange({ department })}
        />
        <TextField
          label="Ordered from"
          type="date"
          value={address.from}
          onChange={(event) => onChange({ from: event.target.value })}
        />
        <TextField
          label="Ordered until"
          type="date"
          value={address.to}
          onChange={(event) => onChange({ to: event.target.value })}
        />
        <div className={styles.late}>
          <Checkbox
            checked={address.late === 'true'}
            onChange={(event) => onChange({ late: event.target.checked ? 'true' : '' })}
          >
            Late only
          </Checkbox>
        </div>
      </div>
    </search>
  )
}

interface TypedProps {
  label: string
  hint?: string
  value: string
  offered?: readonly string[]
  onType: (text: string) => void
}

function TypedFilter({ label, hint, value, offered, onType }: TypedProps) {
  const [typed, setTyped] = useState(value)
  const listId = useId()
  const seen = useRef(value)
  const send = useRef(onType)
  send.current = onType
  // The address was changed from elsewhere, by a view or by Back.
  if (seen.current !== value) {
    seen.current = value
    if (typed.trim() !== value) setTyped(value)
  }
  const commit = (text: string) => {
    if (text.trim() === seen.current) return
    seen.current = text.trim()
    send.current(text.trim())
  }
  // The outside world: the time since the last key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts anew with what is typed alone
  useEffect(() => {
    const timer = setTimeout(() => commit(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <>
      <TextField
        label={label}
        hint={hint}
        type="search"
        autoComplete="off"
        maxLength={200}
        list={offered ? listId : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && commit(typed)}
      />
      {offered && (
        <datalist id={listId}>
          {[...new Set(offered)].sort().map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </>
  )
}
