// The search box with suggestions: an ARIA 1.2 combobox. It does not use the component library, which would double the size of
// the first page's scripts.
import messages from 'messages:en/search'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { defaultItemNumberLabel, useConfig } from '../../../api/config'
import type { Favorite } from '../../../api/user'
import { Button } from '../../../components/buttons/Button'
import { IconButton } from '../../../components/buttons/IconButton'
import { useText } from '../../../i18n/useText'
import { lazyPart } from '../../../lib/page/lazyPart'
import { PartBoundary } from '../../../lib/page/PartBoundary'
import { type LeftText, takeLeftText } from '../../../lib/page/takeover'
import { excessLength, maxTextLength } from '../searchAddress'
import styles from './SearchBox.module.css'
import type { Choice } from './suggestionGroups'
import { useSuggestionList } from './useSuggestionList'

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
