// The handouts of a packet: search to add, reorder by dragging or by buttons, notes, undo of a removal.
import t from 'messages:staff/packetForm'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { announce } from '../../../components/feedback/StatusLine'
import { FieldError } from '../../../components/form/Field'
import { type ItemValues, itemOf, limits, type PacketValues } from '../packetValues'
import { AddHandout, addHandoutId } from './AddHandout'
import { ItemRow, moveDownId, moveUpId, removeId } from './ItemRow'
import styles from './PacketItems.module.css'
import { useDragSort } from './useDragSort'

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
