// Selects one or several values of a long list by typing; with `creatable`, a new value can be created.
import t from 'messages:staff/controls'
import {
  Combobox as AriaCombobox,
  ComboboxItem,
  ComboboxItemCheck,
  ComboboxPopover,
  type ComboboxProps,
  ComboboxProvider,
  useComboboxContext,
} from '@ariakit/react/combobox'
import ChevronDown from 'lucide-react/icons/chevron-down'
import X from 'lucide-react/icons/x'
import { type ChangeEvent, type KeyboardEvent, type ReactNode, type RefCallback, useRef, useState } from 'react'
import { focusNeighbor } from '../../lib/focusNeighbor'
import { valueKey } from '../../lib/text/sameValue'
import { IconButton } from '../buttons/Button'
import { Chip } from '../buttons/Chip'
import styles from './Combobox.module.css'
import { type ControlProps, controlClass, Field, type FieldProps } from './TextField'

interface Shared extends Omit<FieldProps, 'label'> {
  label: string
  options: readonly string[]
  /** Offers 'Create "…"' for a text that is not an option. */
  creatable?: boolean
  /** Additional information at the end of an option. */
  note?: (option: string) => ReactNode
  placeholder?: string
  onBlur?: () => void
  /** Receives the input, for moving the focus to it. */
  inputRef?: RefCallback<HTMLInputElement>
}

/** The options that match the typed text, and the value that it could create. */
function choices(
  { options, creatable }: Pick<Shared, 'options' | 'creatable'>,
  chosen: readonly string[],
  typed: string,
) {
  const known = findSame(options, typed) ?? findSame(chosen, typed)
  return {
    matches: matchOptions(options, typed),
    create: creatable && typed.trim() !== '' && !known ? typed.trim() : null,
  }
}

function Choices({
  matches,
  create,
  note,
  several,
}: {
  matches: string[]
  create: string | null
  note: Shared['note']
  several?: boolean
}) {
  return (
    <ComboboxPopover gutter={4} sameWidth fixed unmountOnHide className={styles.popover}>
      {matches.map((option) => (
        <ComboboxItem key={option} value={option} setValueOnClick={false} focusOnHover className={styles.item}>
          {several && <ComboboxItemCheck className={styles.check} />}
          <span dir="auto">{option}</span>
          {note && <span className={styles.note}>{note(option)}</span>}
        </ComboboxItem>
      ))}
      {create && (
        <ComboboxItem value={create} setValueOnClick={false} focusOnHover className={styles.item}>
          {t('create', { create })}
        </ComboboxItem>
      )}
      {matches.length === 0 && !create && <p className={styles.empty}>{t('nothingFound')}</p>}
    </ComboboxPopover>
  )
}

/**
 * The text field. Typing highlights the first option, so that the first ArrowDown after it stays there: ArrowDown and Enter
 * take the first match, and never create a value while an existing one matches.
 */
export function ComboboxInput({ onChange, ...props }: ComboboxProps) {
  const store = useComboboxContext()
  const isFirstHighlighted = useRef(false)
  // Before the library moves the highlight.
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const { open, activeId } = store?.getState() ?? {}
    const isFirst = open && activeId && activeId === store?.first()
    if (event.key === 'ArrowDown' && isFirst && isFirstHighlighted.current) event.preventDefault()
    isFirstHighlighted.current = false
  }
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    isFirstHighlighted.current = true
    onChange?.(event)
  }
  return (
    <AriaCombobox {...props} autoSelect showOnClick className={controlClass} onKeyDownCapture={move} onChange={type} />
  )
}

interface InputProps extends ComboboxProps {
  isTyped: boolean
  /** Selects an option, or creates a value. */
  onTake: (option: string) => void
}

/**
 * Enter selects the highlighted option and never submits the surrounding form. Tab selects it too, unless it is highlighted
 * only because the pointer is over it.
 */
function Input({ isTyped, onTake, onKeyDown, ...props }: InputProps) {
  const store = useComboboxContext()
  const isMoved = useRef(false)
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Tab' && (isTyped || isMoved.current)) {
      const { open, activeValue } = store?.getState() ?? {}
      if (open && activeValue !== undefined) onTake(activeValue)
    }
    isMoved.current = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    onKeyDown?.(event)
  }
  return <ComboboxInput {...props} onKeyDown={press} />
}

/** One value or none (the empty string). An emptied input clears the value if `clearable`; otherwise the value returns. */
export function Combobox(props: Shared & { value: string; onChange: (value: string) => void; clearable?: boolean }) {
  const {
    label,
    required,
    hint,
    error,
    id,
    value,
    onChange,
    clearable = false,
    note,
    placeholder,
    onBlur,
    inputRef,
    nameSuffix,
  } = props
  const [typed, setTyped] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const isEmptied = typed?.trim() === ''
  const { matches, create } = choices(props, [value], typed ?? '')
  const pick = (next: string) => {
    setTyped(null)
    if (next !== '') onChange(next)
  }
  const input = (control: ControlProps) => (
    <div ref={box} className={styles.box}>
      <ComboboxProvider
        value={typed ?? value}
        setValue={setTyped}
        selectedValue={value}
        setSelectedValue={pick}
        resetValueOnHide={false}
        includesBaseElement={false}
      >
        <Input
          {...control}
          ref={inputRef}
          placeholder={placeholder}
          isTyped={typed !== null && !isEmptied}
          onTake={pick}
          onBlur={() => {
            setTyped(null)
            if (isEmptied && clearable) onChange('')
            onBlur?.()
          }}
        />
        <Choices matches={matches} create={create ?? null} note={note} />
      </ComboboxProvider>
      {clearable && value !== '' ? (
        <IconButton
          label={t('clearLabel', { label })}
          className={styles.clear}
          onClick={() => {
            onChange('')
            box.current?.querySelector('input')?.focus()
          }}
        >
          <X aria-hidden />
        </IconButton>
      ) : (
        <ChevronDown aria-hidden className={styles.chevron} />
      )}
    </div>
  )
  return (
    <Field label={label} required={required} hint={hint} error={error} id={id} nameSuffix={nameSuffix}>
      {input}
    </Field>
  )
}

/** Several values, shown as chips above the input; Backspace in the empty input removes the last one. */
export function MultiCombobox(props: Shared & { value: readonly string[]; onChange: (value: string[]) => void }) {
  const { label, required, hint, error, id, value, onChange, note, placeholder, onBlur, inputRef } = props
  const [typed, setTyped] = useState('')
  const several = useRef<HTMLDivElement>(null)
  const { matches, create } = choices(props, value, typed)
  const change = (next: string[]) => {
    setTyped('')
    onChange(next)
  }
  const backspace = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1))
  }
  return (
    <Field label={label} required={required} hint={hint} error={error} id={id}>
      {(control) => (
        <div ref={several} className={styles.several}>
          {value.length > 0 && (
            <ul className={styles.chips} aria-label={t('selectedLabel', { label })}>
              {value.map((chosen) => (
                <li key={chosen}>
                  <Chip
                    removeLabel={t('removeChosen', { chosen })}
                    onRemove={(button) => {
                      focusNeighbor(button, 'li', () => several.current?.querySelector('input'))
                      onChange(value.filter((other) => other !== chosen))
                    }}
                  >
                    {chosen}
                  </Chip>
                </li>
              ))}
            </ul>
          )}
          <ComboboxProvider
            value={typed}
            setValue={setTyped}
            selectedValue={[...value]}
            setSelectedValue={change}
            includesBaseElement={false}
          >
            <div className={styles.box}>
              <Input
                {...control}
                ref={inputRef}
                placeholder={placeholder}
                isTyped={typed !== ''}
                onTake={(option) => change(value.includes(option) ? [...value] : [...value, option])}
                onKeyDown={backspace}
                onBlur={onBlur}
              />
              <ChevronDown aria-hidden className={styles.chevron} />
            </div>
            <Choices matches={matches} create={create ?? null} note={note} several />
          </ComboboxProvider>
        </div>
      )}
    </Field>
  )
}

/** Normalizes case and white space. */
const searched = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** The option that is the same lookup value as `text`. */
export const findSame = (options: readonly string[], text: string) => {
  const wanted = valueKey(text)
  return options.find((option) => valueKey(option) === wanted)
}

/** The options that contain the text, at most `limit`: first the same value, then those that start with it. */
export function matchOptions(options: readonly string[], text: string, limit = 100): string[] {
  const wanted = searched(text)
  if (wanted === '') return options.slice(0, limit)
  const same = findSame(options, text)
  const starting: string[] = []
  const containing: string[] = []
  for (const option of options) {
    if (option === same) continue
    const at = searched(option).indexOf(wanted)
    if (at === 0) starting.push(option)
    else if (at > 0) containing.push(option)
  }
  return [...(same === undefined ? [] : [same]), ...starting, ...containing].slice(0, limit)
}
