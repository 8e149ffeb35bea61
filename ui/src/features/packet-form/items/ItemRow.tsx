// One handout in the packet form: handle, title, note, and the buttons to move and remove it.
import t from 'messages:staff/packetForm'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Trash from 'lucide-react/icons/trash-2'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import { IconButton } from '../../../components/buttons/IconButton'
import { Badge } from '../../../components/feedback/Badge'
import { FieldError } from '../../../components/form/Field'
import { TextField } from '../../../components/form/TextField'
import { type ItemValues, limits, type PacketValues } from '../packetValues'
import styles from './PacketItems.module.css'
import type { DragHandle, DragState } from './useDragSort'

const handleId = (citation: string) => `drag-${citation}`
export const moveUpId = (citation: string) => `move-up-${citation}`
export const moveDownId = (citation: string) => `move-down-${citation}`
export const removeId = (citation: string) => `remove-${citation}`

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

export function ItemRow({ form, item, n, count, drag, dragState, onMove, onKeyMove, onRemove }: Props) {
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
