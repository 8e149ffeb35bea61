// The dialog that chooses the preferred language: each language by its own name and in English, searchable by both.

import messages from 'messages:en/languagePicker'
import preferredLanguage from 'messages:en/preferredLanguage'
import Check from 'lucide-react/icons/check'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type ChoosableLanguage, useLanguages } from '../../api/languages'
import row from '../../components/buttons/RowButton.module.css'
import { announce } from '../../components/feedback/Notice'
import { controlClass } from '../../components/form/TextField'
import { Dialog } from '../../components/page/Dialog'
import { useText } from '../../i18n/useText'
import { useMediaQuery } from '../../lib/useMediaQuery'
import { OwnName, useLanguageName } from '../../parts/language/LanguageName'
import { useChoosePreferredLanguage, usePreferredLanguage } from '../../session/preferredLanguage'
import styles from './LanguagePicker.module.css'
import { SiteLanguage } from './SiteLanguage'

interface Props {
  open: boolean
  onClose: () => void
  onClosed: () => void
}

export default function LanguagePicker({ open, onClose, onClosed }: Props) {
  const t = useText(messages)
  const title = useText(preferredLanguage)('control')
  const nameOf = useLanguageName()
  const { choosable } = useLanguages()
  const chosen = usePreferredLanguage()
  const choose = useChoosePreferredLanguage()
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLUListElement>(null)
  // On touch screens the focus starts on the list, because the on-screen keyboard would cover it.
  const touch = useMediaQuery('(pointer: coarse)')
  const shown = matchingLanguages(choosable, typed, nameOf)
  const pick = (language: ChoosableLanguage | null) => {
    choose(language?.tag ?? null)
    announce(language ? t('chosen', { language: language.name }) : t('noneChosen'))
    onClose()
  }
  return (
    <Dialog open={open} onClose={onClose} onClosed={onClosed} title={title}>
      <div className={styles.content}>
        <p className={styles.hint}>{t('hint')}</p>
        <input
          type="search"
          aria-label={t('find')}
          placeholder={t('find')}
          className={controlClass}
          data-autofocus={touch ? undefined : true}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && typed.trim() !== '' && shown[0]) {
              // Otherwise Enter would also press the control that gets the focus back.
              event.preventDefault()
              pick(shown[0])
            }
            if (event.key === 'ArrowDown') moveFocus(event, list.current, 1)
          }}
        />
        <ul ref={list} className={styles.list} onKeyDown={(event) => moveByArrows(event, list.current)}>
          {typed === '' && (
            <li>
              <button
                type="button"
                aria-current={chosen === null || undefined}
                data-autofocus={touch && chosen === null ? true : undefined}
                className={`${row.button} ${styles.language}`}
                onClick={() => pick(null)}
              >
                <span className={styles.name}>{t('any')}</span>
                {chosen === null && <Check aria-hidden />}
              </button>
            </li>
          )}
          {shown.map((language) => {
            const isChosen = chosen?.tag === language.tag
            const displayName = nameOf(language.value)
            return (
              <li key={language.tag}>
                <button
                  type="button"
                  aria-current={isChosen || undefined}
                  data-autofocus={touch && isChosen ? true : undefined}
                  className={`${row.button} ${styles.language}`}
                  onClick={() => pick(language)}
                >
                  <span className={styles.name}>
                    <OwnName language={language} />
                    {displayName !== language.name && <span className={styles.english}>{displayName}</span>}
                  </span>
                  <span className={styles.count}>{t('count', { count: language.count })}</span>
                  {isChosen && <Check aria-hidden />}
                </button>
              </li>
            )
          })}
        </ul>
        {shown.length === 0 && (
          <p role="status" className={styles.hint}>
            {t('noneFound')}
          </p>
        )}
        <SiteLanguage />
      </div>
    </Dialog>
  )
}

/** Moves the focus among the buttons of the list; from outside the list to its first button. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null, offset: 1 | -1) {
  const buttons = [...(list?.querySelectorAll('button') ?? [])]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const next = buttons[at + offset]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function moveByArrows(event: KeyboardEvent, list: HTMLElement | null) {
  if (event.key === 'ArrowDown') moveFocus(event, list, 1)
  else if (event.key === 'ArrowUp') moveFocus(event, list, -1)
}

/** Folds accents and case: people type 'espanol'. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/**
 * The languages that match a typed text by their own name, the English name, or the name in the screen language; those whose
 * name starts with the text come first.
 */
export function matchingLanguages(
  languages: readonly ChoosableLanguage[],
  typed: string,
  nameOf: (value: string) => string,
): ChoosableLanguage[] {
  const wanted = folded(typed)
  if (wanted === '') return [...languages]
  const rank = ({ name, value }: ChoosableLanguage) => {
    const names = [name, value, nameOf(value)].map(folded)
    if (names.some((text) => text.startsWith(wanted))) return 0
    return names.some((text) => text.includes(wanted)) ? 1 : 2
  }
  return languages
    .map((language) => ({ language, rank: rank(language) }))
    .filter((match) => match.rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .map(({ language }) => language)
}
