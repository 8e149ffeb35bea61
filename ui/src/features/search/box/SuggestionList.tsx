// The suggestions below the search box. The focus stays in the box, whose aria-activedescendant refers to the active option.

import messages from 'messages:en/search'
import FolderOpen from 'lucide-react/icons/folder-open'
import History from 'lucide-react/icons/history'
import Search from 'lucide-react/icons/search'
import Star from 'lucide-react/icons/star'
import { useEffect, useRef } from 'react'
import { useText } from '../../../i18n/useText'
import styles from './SuggestionList.module.css'
import type { Choice, ChoiceGroup } from './suggestionGroups'

const icons = { recent: History, favorite: Star, packet: FolderOpen, suggestion: Search }

interface Props {
  id: string
  groups: readonly ChoiceGroup[]
  /** The index of the active choice over all groups; -1 for none. */
  active: number
  typed: string
  onHover: (index: number) => void
  onPick: (choice: Choice) => void
}

export function SuggestionList({ id, groups, active, typed, onHover, onPick }: Props) {
  const t = useText(messages)
  const list = useRef<HTMLDivElement>(null)
  // External system: scrolls the active choice into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another choice becomes active
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  let last = -1
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('suggestionList')} className={styles.list}>
      {groups.map((group, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox must not contain a fieldset
        <div key={group.label} role="group" aria-labelledby={`${id}-group-${at}`}>
          <div id={`${id}-group-${at}`} role="presentation" className={styles.label}>
            {t(group.label)}
          </div>
          {group.choices.map((choice) => {
            const index = ++last
            const Icon = icons[choice.kind]
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the focused combobox handles the keys
              <div
                key={'id' in choice ? choice.id : `${choice.kind}-${choice.text}`}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={styles.option}
                onPointerDown={(event) => event.preventDefault()}
                onMouseDown={(event) => event.preventDefault()}
                onPointerMove={() => index !== active && onHover(index)}
                onClick={() => onPick(choice)}
              >
                <Icon aria-hidden />
                <span
                  dir={('dir' in choice && choice.dir) || 'auto'}
                  lang={'lang' in choice ? choice.lang : undefined}
                  className={styles.text}
                >
                  <Typed text={choice.text} typed={typed.trim()} />
                </span>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** The suggestion with the typed part in regular weight, so that the rest stands out. */
function Typed({ text, typed }: { text: string; typed: string }) {
  const at = typed === '' ? -1 : text.toLowerCase().indexOf(typed.toLowerCase())
  if (at < 0) return text
  return (
    <>
      <b>{text.slice(0, at)}</b>
      {text.slice(at, at + typed.length)}
      <b>{text.slice(at + typed.length)}</b>
    </>
  )
}
