// Selects one result of a search. The caller searches for the typed text and passes the results as choices.
import t from 'messages:staff/controls'
import { ComboboxItem, ComboboxPopover, ComboboxProvider } from '@ariakit/react/combobox'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useRef } from 'react'
import { IconButton } from '../buttons/Button'
import { ComboboxInput } from './Combobox'
import styles from './Combobox.module.css'
import { Field, type FieldProps } from './TextField'

export interface Choice {
  id: string
  label: string
  /** Additional information at the end of the line. */
  note?: string
}

interface Props extends Omit<FieldProps, 'label'> {
  label: string
  /** The ID of the selected choice; empty for none. */
  value: string
  /** The label of the selected choice. */
  valueLabel: string
  onChange: (choice: Choice | null) => void
  /** The typed text; null while the selected choice is shown. */
  typed: string | null
  onTyped: (typed: string | null) => void
  choices: readonly Choice[]
  /** Shown in the list when there is no choice: what to type, that a search is running, that nothing was found. */
  status: string
}

const MAX_CHARACTERS = 200

/** Enter selects from the list and never submits the surrounding form. */
const preventSubmit = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

export function SearchCombobox(props: Props) {
  const { label, required, hint, error, id, value, valueLabel, onChange, typed, onTyped, choices, status } = props
  const box = useRef<HTMLDivElement>(null)
  const pick = (next: string) => {
    const choice = choices.find((one) => one.id === next)
    onTyped(null)
    if (choice) onChange(choice)
  }
  return (
    <Field label={label} required={required} hint={hint} error={error} id={id}>
      {(control) => (
        <div ref={box} className={styles.box}>
          <ComboboxProvider
            value={typed ?? valueLabel}
            setValue={onTyped}
            selectedValue={value}
            setSelectedValue={pick}
            resetValueOnHide={false}
            includesBaseElement={false}
          >
            <ComboboxInput
              {...control}
              dir="auto"
              maxLength={MAX_CHARACTERS}
              onKeyDown={preventSubmit}
              onBlur={() => onTyped(null)}
            />
            <ComboboxPopover gutter={4} sameWidth fixed unmountOnHide className={styles.popover}>
              {choices.map((choice) => (
                <ComboboxItem
                  key={choice.id}
                  value={choice.id}
                  setValueOnClick={false}
                  focusOnHover
                  className={styles.item}
                >
                  <span dir="auto">{choice.label}</span>
                  {choice.note && <span className={styles.note}>{choice.note}</span>}
                </ComboboxItem>
              ))}
              {choices.length === 0 && <p className={styles.empty}>{status}</p>}
            </ComboboxPopover>
          </ComboboxProvider>
          {value === '' ? (
            <Search aria-hidden className={styles.chevron} />
          ) : (
            <IconButton
              label={t('clearLabel', { label })}
              className={styles.clear}
              onClick={() => {
                onTyped(null)
                onChange(null)
                box.current?.querySelector('input')?.focus()
              }}
            >
              <X aria-hidden />
            </IconButton>
          )}
        </div>
      )}
    </Field>
  )
}
