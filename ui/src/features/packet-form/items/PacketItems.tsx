// The handouts of a packet: search to add, reorder by dragging or by buttons, notes, undo of a removal.
import t from 'messages:staff/packetForm'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Trash from 'lucide-react/icons/trash-2'
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { citationChoicesQuery } from '../../../api/catalogue/editing'
import { Button, IconButton } from '../../../components/buttons/Button'
import { Badge } from '../../../components/feedback/Badge'
import { announce, Notice } from '../../../components/feedback/Notice'
import { type Choice, SearchCombobox } from '../../../components/form/SearchCombobox'
import { FieldError, TextField } from '../../../components/form/TextField'
import { useChoiceSearch } from '../../../formkit/CitationField'
import { type ItemValues, itemOf, limits, type PacketValues } from '../packetValues'
import styles from './PacketItems.module.css'

const errorId = 'packet-items-error'
const rules = {
  required: t('addAtLeastOneHandout'),
  maxLength: { value: limits.items, message: t('atMostItemsHandouts', { items: limits.items }) },
}

export function PacketItems({ form }: { form: UseFormReturn<PacketValues> }) {
  const { control, getValues, formState } = form
  const rows = useFieldArray({ control, name: 'items', rules })
  const list = useRef<HTMLOListElement>(null)
  const [removed, setRemoved] = useState<{ item: ItemValues; at: number } | null>(null)
  const count = rows.fields.length
  const error = formState.errors.items?.root?.message

  const move = (from: number, to: number) => {
    if (to < 0 || to >= count || to === from) return
    const title = rows.fields[from]?.title ?? ''
    flushSync(() => rows.move(from, to))
    announce(t('titleMoved', { title, to: to + 1, count }))
  }
  const drag = useDragSort(list, move)
  const moveByButton = (from: number, to: number) => {
    const citation = rows.fields[from]?.citation ?? ''
    move(from, to)
    document.getElementById(to < from ? moveUpId(citation) : moveDownId(citation))?.focus()
  }
  const remove = (at: number) => {
    const item = getValues('items')[at]
    if (!item) return
    const next = rows.fields[at + 1] ?? rows.fields[at - 1]
    flushSync(() => {
      rows.remove(at)
      setRemoved({ item, at })
    })
    document.getElementById(next ? removeId(next.citation) : addHandoutId)?.focus()
  }
  const undo = () => {
    if (removed === null) return
    const { item, at } = removed
    flushSync(() => {
      rows.insert(at, item, { shouldFocus: false })
      setRemoved(null)
    })
    announce(t('titleBack', { title: item.title }))
    document.getElementById(removeId(item.citation))?.focus()
  }
  const dismiss = () => {
    flushSync(() => setRemoved(null))
    document.getElementById(addHandoutId)?.focus()
  }
  const add = ({ id, label }: { id: string; label: string }) => {
    flushSync(() => {
      setRemoved(null)
      rows.append(itemOf(id, label), { shouldFocus: false })
    })
    announce(t('handoutAdded', { label, count: count + 1 }))
    // A full packet has a line instead of the field.
    if (count + 1 >= limits.items) document.getElementById(addHandoutId)?.focus()
  }
  return (
    <section aria-labelledby="packet-items" className={styles.section}>
      <h2 id="packet-items">{t('handoutsCount', { count })}</h2>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <ol ref={list} className={styles.items}>
        {rows.fields.map((row, n) => (
          <ItemRow
            key={row.citation}
            form={form}
            item={row}
            n={n}
            count={count}
            drag={drag.handle(n)}
            dragState={drag.stateOf(n)}
            onMove={(to) => moveByButton(n, to)}
            onKeyMove={(to) => move(n, to)}
            onRemove={() => remove(n)}
          />
        ))}
      </ol>
      {removed && (
        <Notice kind="info" quiet actions={<Button onClick={undo}>{t('undo')}</Button>} onDismiss={dismiss}>
          {t.rich('removed', { title: () => <bdi>{removed.item.title}</bdi> })}
        </Notice>
      )}
      <AddHandout known={rows.fields.map(({ citation }) => citation)} isFull={count >= limits.items} onAdd={add} />
    </section>
  )
}

const handleId = (citation: string) => `drag-${citation}`
const moveUpId = (citation: string) => `move-up-${citation}`
const moveDownId = (citation: string) => `move-down-${citation}`
const removeId = (citation: string) => `remove-${citation}`

interface Props {
  form: UseFormReturn<PacketValues>
  item: ItemValues
  n: number
  count: number
  drag: DragHandle
  dragState: DragState
  /** Moves the item to a position by a button. */
  onMove: (to: number) => void
  /** Moves the item by an arrow key on the handle. */
  onKeyMove: (to: number) => void
  onRemove: () => void
}

/** One handout in the packet form: handle, title, note, and the buttons to move and remove it. */
function ItemRow({ form, item, n, count, drag, dragState, onMove, onKeyMove, onRemove }: Props) {
  const { citation, title, obsolete, replacement } = item
  const errors = form.formState.errors.items?.[n]
  const errorId = `item-error-${citation}`
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    flushSync(() => onKeyMove(event.key === 'ArrowUp' ? n - 1 : n + 1))
    document.getElementById(handleId(citation))?.focus()
  }
  return (
    <li className={styles.item} data-dragged={dragState.isDragged || undefined} data-drop={dragState.drop}>
      <button
        type="button"
        id={handleId(citation)}
        className={styles.handle}
        aria-label={t('dragTitle', { title, n: n + 1, count })}
        title={t('dragOrPressUp')}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <GripVertical aria-hidden />
      </button>
      <div className={styles.content}>
        <p className={styles.title} dir="auto" aria-describedby={errors?.citation ? errorId : undefined}>
          <span className={styles.number}>{`${n + 1}.`}</span> <bdi>{title}</bdi>{' '}
          {obsolete && <Badge>{t('obsolete')}</Badge>}
        </p>
        {obsolete && (
          <p className={styles.muted}>
            {replacement === ''
              ? t('handoutNoReplacement')
              : t.rich('replacementShown', { replacement: () => <bdi>{replacement}</bdi> })}
          </p>
        )}
        {errors?.citation?.message && <FieldError id={errorId}>{errors.citation.message}</FieldError>}
        <TextField
          {...form.register(`items.${n}.note`, {
            maxLength: { value: limits.note, message: t('atMostNoteCharacters', { note: limits.note }) },
          })}
          label={t('note')}
          nameSuffix={t('forTitle', { title })}
          dir="auto"
          autoComplete="off"
          error={errors?.note?.message}
        />
      </div>
      <div className={styles.buttons}>
        <IconButton
          id={moveUpId(citation)}
          label={t('moveTitleUp', { title })}
          tooltip={t('moveUp')}
          aria-disabled={n === 0 || undefined}
          onClick={() => onMove(n - 1)}
        >
          <ArrowUp aria-hidden />
        </IconButton>
        <IconButton
          id={moveDownId(citation)}
          label={t('moveTitleDown', { title })}
          tooltip={t('moveDown')}
          aria-disabled={n === count - 1 || undefined}
          onClick={() => onMove(n + 1)}
        >
          <ArrowDown aria-hidden />
        </IconButton>
        <IconButton
          id={removeId(citation)}
          label={t('removeTitle', { title })}
          tooltip={t('remove')}
          onClick={onRemove}
        >
          <Trash aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}

const addHandoutId = 'add-handout'

interface AddHandoutProps {
  /** The IDs of the citations in the packet, which are not offered. */
  known: readonly string[]
  isFull: boolean
  onAdd: (choice: Choice) => void
}

/** Adds a handout to the packet by a search for its title or item number. */
function AddHandout({ known, isFull, onAdd }: AddHandoutProps) {
  const search = useChoiceSearch(citationChoicesQuery, {
    isOffered: ({ id }) => !known.includes(id),
    noneOffered: t('allFoundInPacket'),
  })
  if (isFull) {
    return (
      <p id={addHandoutId} tabIndex={-1}>
        {t('packetIsFull', { items: limits.items })}
      </p>
    )
  }
  return (
    <SearchCombobox
      id={addHandoutId}
      label={t('addHandout')}
      hint={t('searchByTitleOrItem')}
      {...search}
      value=""
      valueLabel=""
      onChange={(choice) => choice && onAdd(choice)}
    />
  )
}

/** The attributes of a row's handle. */
interface DragHandle {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent<HTMLElement>) => void
  onPointerUp: () => void
  onPointerCancel: () => void
  onKeyUp: (event: KeyboardEvent) => void
}

interface DragState {
  isDragged: boolean
  /** On which side of this row the dragged one would be placed. */
  drop: 'before' | 'after' | undefined
}

interface Drag {
  from: number
  to: number
}

/** The index of the dragged row among the others, whose middles are at these heights. */
export const indexAt = (middles: readonly number[], from: number, y: number) =>
  middles.filter((middle, n) => n !== from && middle < y).length

/** How far from the edge of the window the page scrolls, and by how much for each movement. */
const SCROLL_EDGE_PX = 56
const SCROLL_STEP_PX = 14

function scrollNearEdge(y: number) {
  if (y < SCROLL_EDGE_PX) window.scrollBy(0, -SCROLL_STEP_PX)
  else if (y > window.innerHeight - SCROLL_EDGE_PX) window.scrollBy(0, SCROLL_STEP_PX)
}

/** `onMove` is called with the old and the new index of the dragged row. */
function useDragSort(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const middles = () =>
    [...(list.current?.children ?? [])].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
  const handle = (n: number): DragHandle => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ from: n, to: n })
    },
    onPointerMove: ({ clientY }) => {
      if (drag?.from !== n) return
      scrollNearEdge(clientY)
      const to = indexAt(middles(), n, clientY)
      if (to !== drag.to) setDrag({ from: n, to })
    },
    onPointerUp: () => {
      setDrag(null)
      if (drag && drag.from !== drag.to) onMove(drag.from, drag.to)
    },
    onPointerCancel: () => setDrag(null),
    onKeyUp: ({ key }) => {
      if (key === 'Escape') setDrag(null)
    },
  })
  const stateOf = (n: number): DragState => ({
    isDragged: drag?.from === n,
    drop: drag === null || drag.from === drag.to || drag.to !== n ? undefined : n < drag.from ? 'before' : 'after',
  })
  return { handle, stateOf }
}
