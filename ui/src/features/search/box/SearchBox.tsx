// The search box with suggestions: an ARIA 1.2 combobox. It does not use the component library, which would double the size of
// the first page's scripts.
import messages from 'messages:en/search'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useSuggestions } from '../../../api/catalogue/search'
import { defaultItemNumberLabel, useConfig } from '../../../api/config'
import type { Favorite } from '../../../api/user'
import { Button, IconButton } from '../../../components/buttons/Button'
import { announce } from '../../../components/feedback/Notice'
import { useText } from '../../../i18n/useText'
import { lazyPart, PartBoundary } from '../../../lib/page/lazyPart'
import { type LeftText, takeLeftText } from '../../../lib/page/takeover'
import { useDebounced } from '../../../lib/useDebounced'
import { excessLength, maxTextLength } from '../searchAddress'
import styles from './SearchBox.module.css'
import { type Choice, suggestionGroups } from './suggestionGroups'

const loadList = () => import('./SuggestionList')
const SuggestionList = lazyPart(async () => ({ default: (await loadList()).SuggestionList }))

interface Props {
  /** The text in the URL. */
  q: string
  /** Changes with every navigation, after which the box shows the text of the URL. */
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
  useLeftText(input, text, setText)
  const t = useText(messages)
  const tooLong = excessLength(text)
  const error = tooLong && t('tooLong', { length: tooLong, max: maxTextLength })
  const list = useSuggestionList({
    text,
    searches,
    favorites,
    onPick: (choice) => {
      if (!('id' in choice)) setText(choice.text)
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
    list.show()
    onClear()
    input.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    list.hide()
    if (error) input.current?.focus()
    else if (text.trim() !== '') onSearch(text.trim())
  }
  const showWhenEmpty = () => {
    if (text === '') list.show()
  }
  const onFocus = () => {
    loadList().catch(() => null)
    showWhenEmpty()
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
            aria-label={t('label')}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${list.id}-error` : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="auto"
            className={styles.input}
            placeholder={t('placeholder', { itemNumber: ownItemNumber(hospital) ?? t('itemNumber') })}
            value={text}
            onChange={(event) => type(event.target.value)}
            onFocus={onFocus}
            onClick={showWhenEmpty}
            onBlur={list.hide}
            onKeyDown={list.onKeyDown}
            {...list.inputProps}
          />
          {text !== '' && (
            <IconButton label={t('clear')} className={styles.clear} onClick={clear}>
              <X aria-hidden />
            </IconButton>
          )}
        </div>
        <Button type="submit" variant="primary" className={styles.submit}>
          {t('button')}
        </Button>
        {/* Searching also works without suggestions. */}
        <PartBoundary silent>
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
        </PartBoundary>
      </form>
      {error && <TextError id={`${list.id}-error`}>{error}</TextError>}
    </search>
  )
}

/** The hospital's own label, such as 'Form number'; undefined for the default. */
const ownItemNumber = (hospital: { itemNumberLabel: string } | undefined) =>
  hospital && hospital.itemNumberLabel !== defaultItemNumberLabel ? hospital.itemNumberLabel : undefined

const TextError = ({ id, children }: { id: string; children: string }) => (
  <p id={id} role="alert" className={styles.error}>
    <CircleAlert aria-hidden />
    <span>{children}</span>
  </p>
)

/** Puts the text into the box, and the focus with its caret if the box had it. */
function useLeftText(input: RefObject<HTMLInputElement | null>, text: string, setText: (text: string) => void) {
  const left = useRef<LeftText | null>(null)
  // External system: the server-rendered page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first box replaces that page
  useLayoutEffect(() => {
    left.current = takeLeftText()
    if (left.current) setText(left.current.text)
    if (left.current?.selection) input.current?.focus({ preventScroll: true })
  }, [])
  // External system: the caret, once the box shows the text.
  useLayoutEffect(() => {
    if (left.current?.text !== text) return
    if (left.current.selection) input.current?.setSelectionRange(...left.current.selection)
    left.current = null
  }, [text, input])
}

/**
 * Returns the text and a function that changes it. `visit` changes with every navigation, including Back, Forward and the same
 * URL; the text then becomes `q`.
 */
function useSearchText(q: string, visit: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string | null>(null)
  const [shown, setShown] = useState(visit)
  if (shown !== visit) {
    setShown(visit)
    setTyped(null)
  }
  return [shown === visit ? (typed ?? q) : q, setTyped]
}

interface Options {
  text: string
  searches: readonly string[]
  favorites: readonly Favorite[]
  onPick: (choice: Choice) => void
  onEscape: () => void
}

const DEBOUNCE_MS = 300

/** The state of the suggestion list: choices, whether it is open, the active option, and the keyboard. */
function useSuggestionList({ text, searches, favorites, onPick, onEscape }: Options) {
  const t = useText(messages)
  const [open, setOpen] = useState(false)
  /** The active choice as JSON. It stays active at another position, and is none when other suggestions replace it. */
  const [activeChoice, setActiveChoice] = useState<string>()
  const id = useId()
  const settled = useDebounced(text, DEBOUNCE_MS)
  const suggestions = useSuggestions(open && text.trim() !== '' && !excessLength(settled) ? settled : '')
  const groups = suggestionGroups({ typed: text, searches, favorites, suggestions })
  const choices = groups.flatMap((group) => group.choices)
  /** The index of the active choice over all groups; -1 for none. */
  const active = choices.findIndex((choice) => JSON.stringify(choice) === activeChoice)
  const expanded = open && choices.length > 0
  const current = expanded ? choices[active] : undefined

  // External system: the screen reader.
  useEffect(() => {
    if (expanded) announce(t('suggestionCount', { count: choices.length }))
  }, [expanded, choices.length, t])

  const activate = (index: number) => setActiveChoice(JSON.stringify(choices[index]))
  const show = () => {
    activate(-1)
    setOpen(true)
  }
  const hide = () => {
    setOpen(false)
    activate(-1)
  }
  const pick = (choice: Choice) => {
    hide()
    onPick(choice)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      hide()
      onEscape()
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      pick(current)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!expanded) {
        show()
        return
      }
      // One position more than there are choices: there, Enter searches for the typed text.
      const places = choices.length + 1
      const offset = event.key === 'ArrowDown' ? 1 : -1
      activate(((active + 1 + offset + places) % places) - 1)
    }
  }
  return {
    id,
    groups,
    active,
    expanded,
    show,
    hide,
    pick,
    activate,
    onKeyDown,
    /** The attributes that make the input a combobox. */
    inputProps: {
      role: 'combobox',
      'aria-expanded': expanded,
      'aria-controls': expanded ? id : undefined,
      'aria-autocomplete': 'list',
      'aria-activedescendant': current ? `${id}-${active}` : undefined,
    } as const,
  }
}
