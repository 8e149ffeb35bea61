// The state of the suggestion list: choices, whether it is open, the active option, and the keyboard.
import messages from 'messages:en/search'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useSuggestions } from '../../../api/catalogue/search'
import type { Favorite } from '../../../api/user'
import { announce } from '../../../components/feedback/StatusLine'
import { useText } from '../../../i18n/useText'
import { useDebounced } from '../../../lib/useDebounced'
import { excessLength } from '../searchAddress'
import { type Choice, suggestionGroups } from './suggestionGroups'

interface Options {
  text: string
  searches: readonly string[]
  favorites: readonly Favorite[]
  onPick: (choice: Choice) => void
  onEscape: () => void
}

const DEBOUNCE_MS = 300

export function useSuggestionList({ text, searches, favorites, onPick, onEscape }: Options) {
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
