// The search box with its list of suggestions: a combobox of the ARIA 1.2 kind. It is written by hand, because it is the one
// list on the first page and a component library for it would double the page's own scripts.
import CircleAlert from 'lucide-react/icons/circle-alert'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type FormEvent, useRef } from 'react'
import { useConfig } from '../../api/config'
import type { Favorite } from '../../api/user'
import { Button } from '../../components/Button'
import { IconButton } from '../../components/IconButton'
import styles from './SearchBox.module.css'
import { SuggestionList } from './SuggestionList'
import { lengthFault } from './searchAddress'
import type { Choice } from './suggestionGroups'
import { useSearchText } from './useSearchText'
import { useSuggestionList } from './useSuggestionList'

interface Props {
  /** The text of the address. */
  q: string
  /** Changes with every navigation: the box then shows the text of the address. */
  visit: string
  searches: readonly string[]
  favorites: readonly Favorite[]
  onSearch: (text: string) => void
  onPick: (choice: Choice) => void
  /** Called when the box becomes empty. */
  onClear: () => void
}

export function SearchBox({ q, visit, searches, favorites, onSearch, onPick, onClear }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const hospital = useConfig()?.hospital
  const [text, setText] = useSearchText(q, visit)
  const fault = lengthFault(text)
  const list = useSuggestionList({
    text,
    searches,
    favorites,
    onPick: (choice) => {
      if (choice.kind !== 'favorite') setText(choice.text)
      onPick(choice)
    },
    onEscape: () => input.current?.blur(),
  })

  const type = (next: string) => {
    setText(next)
    list.show()
    if (next === '') onClear()
  }
  const clear = () => {
    setText('')
    list.hide()
    onClear()
    input.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    list.hide()
    if (fault) input.current?.focus()
    else if (text.trim() !== '') onSearch(text.trim())
  }
  const showWhenEmpty = () => {
    if (text === '') list.show()
  }

  return (
    <search>
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.box}>
          <Search aria-hidden className={styles.icon} />
          <input
            ref={input}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            aria-label="Search education materials"
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? `${list.id}-fault` : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="auto"
            className={styles.input}
            placeholder={`Search by keyword, title, or ${itemNumberWords(hospital)}...`}
            value={text}
            onChange={(event) => type(event.target.value)}
            onFocus={showWhenEmpty}
            onClick={showWhenEmpty}
            onBlur={list.hide}
            onKeyDown={list.onKeyDown}
            {...list.inputProps}
          />
          {text !== '' && (
            <IconButton label="Clear search" className={styles.clear} onClick={clear}>
              <X aria-hidden />
            </IconButton>
          )}
        </div>
        <Button type="submit" variant="primary" className={styles.submit}>
          Search
        </Button>
        {list.expanded && (
          <SuggestionList
            id={list.id}
            groups={list.groups}
            active={list.active}
            typed={text}
            onHover={list.activate}
            onPick={list.pick}
          />
        )}
      </form>
      {fault && (
        <p id={`${list.id}-fault`} role="alert" className={styles.fault}>
          <CircleAlert aria-hidden />
          <span>{fault}</span>
        </p>
      )}
    </search>
  )
}

/** The hospital's own label where one is set, such as 'Form number'; else the words of the usual placeholder. */
function itemNumberWords(hospital: { itemNumberLabel: string } | undefined) {
  const label = hospital?.itemNumberLabel ?? usualLabel
  return label === usualLabel ? "Children's item number" : label
}

const usualLabel = "Children's Item Number"
