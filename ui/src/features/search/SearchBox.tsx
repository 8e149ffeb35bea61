// The search box with its list of suggestions: a combobox of the ARIA 1.2 kind. It is written by hand, because it is the one
// list on the first page and a component library for it would double the page's own scripts.
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useConfig } from '../../api/config'
import { useSuggestions } from '../../api/search'
import type { Favorite } from '../../api/user'
import { Button } from '../../components/Button'
import { IconButton } from '../../components/IconButton'
import { announce } from '../../components/StatusLine'
import { useDebounced } from '../../lib/useDebounced'
import styles from './SearchBox.module.css'
import { SuggestionList } from './SuggestionList'
import { type Choice, suggestionGroups } from './suggestionGroups'

interface Props {
  /** The text the page shows results for; the box follows it. */
  q: string
  searches: readonly string[]
  favorites: readonly Favorite[]
  onSearch: (text: string) => void
  onPick: (choice: Choice) => void
  /** Called when the box becomes empty. */
  onClear: () => void
}

const debounce_ms = 300

export function SearchBox({ q, searches, favorites, onSearch, onPick, onClear }: Props) {
  const [draft, setDraft] = useState({ of: q, text: q })
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const hospital = useConfig()?.hospital.name ?? "Children's"

  const text = draft.of === q ? draft.text : q
  const settled = useDebounced(text, debounce_ms)
  const suggestions = useSuggestions(open && text.trim() !== '' ? settled : '')
  const groups = suggestionGroups({ typed: text, searches, favorites, suggestions })
  const choices = groups.flatMap((group) => group.choices)
  const expanded = open && choices.length > 0
  const current = expanded ? choices[active] : undefined

  // The outside world: what a screen reader says of the list.
  useEffect(() => {
    if (expanded) announce(choices.length === 1 ? '1 suggestion' : `${choices.length} suggestions`)
  }, [expanded, choices.length])

  const type = (next: string) => {
    setDraft({ of: q, text: next })
    setActive(-1)
    setOpen(true)
    if (next === '') onClear()
  }
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const clear = () => {
    setDraft({ of: q, text: '' })
    close()
    onClear()
    input.current?.focus()
  }
  const pick = (choice: Choice) => {
    close()
    setDraft({ of: q, text: choice.kind === 'favorite' ? text : choice.text })
    onPick(choice)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    close()
    const wanted = text.trim()
    if (wanted !== '') onSearch(wanted)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      close()
      input.current?.blur()
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      pick(current)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!expanded) {
        setOpen(true)
        return
      }
      // One place more than there are choices: in it, the text itself is what Enter takes.
      const places = choices.length + 1
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(((active + 1 + step + places) % places) - 1)
    }
  }

  return (
    <search className={styles.search}>
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.box}>
          <Search aria-hidden className={styles.icon} />
          <input
            ref={input}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            role="combobox"
            aria-label="Search education materials"
            aria-expanded={expanded}
            aria-controls={expanded ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={current ? `${listId}-${active}` : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={500}
            dir="auto"
            className={styles.input}
            placeholder={`Search by keyword, title, or ${hospital} item number...`}
            value={text}
            onChange={(event) => type(event.target.value)}
            onFocus={() => {
              if (text === '') setOpen(true)
            }}
            onClick={() => {
              if (text === '') setOpen(true)
            }}
            onBlur={close}
            onKeyDown={onKeyDown}
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
        {expanded && (
          <SuggestionList id={listId} groups={groups} active={active} typed={text} onHover={setActive} onPick={pick} />
        )}
      </form>
    </search>
  )
}
