// The language of the screens themselves: each by its own name. A choice counts at once, and for the pages to come; handouts
// follow it, with a line to undo that.
import reader from 'messages:en/reader'
import shell from 'messages:en/shell'
import { useId, useState } from 'react'
import { useScreenLanguages } from '../api/config'
import line from '../components/LanguageLine.module.css'
import { announce } from '../components/StatusLine'
import { chooseScreenLanguage, type ScreenLanguage, useScreenLanguage } from '../i18n/language'
import { useText } from '../i18n/useText'
import { OwnName } from '../session/LanguageName'
import { type FollowedSite, useFollowSite } from '../session/readerLanguage'
import styles from './SiteLanguage.module.css'

export function SiteLanguage() {
  const t = useText(shell)
  const current = useScreenLanguage(({ tag }) => tag)
  const languages = useScreenLanguages()
  const follow = useFollowSite()
  const [followed, setFollowed] = useState<FollowedSite | null>(null)
  const [failed, setFailed] = useState(false)
  const labelId = useId()
  if (languages.length < 2) return null
  const choose = (language: ScreenLanguage) => {
    setFailed(false)
    setFollowed(null)
    chooseScreenLanguage(language).then(
      () => {
        announce(language.name)
        setFollowed(follow(language.tag))
      },
      (error: unknown) => {
        console.error('The language could not be loaded:', error)
        setFailed(true)
      },
    )
  }
  return (
    <div className={line.line}>
      <span id={labelId}>{t('screenLanguage')}</span>
      <ul aria-labelledby={labelId} className={line.list}>
        {languages.map((language) => (
          <li key={language.tag}>
            <button
              type="button"
              lang={language.tag}
              dir={language.dir}
              aria-current={isShown(language.tag, current) || undefined}
              className={`${line.language} ${styles.language}`}
              onClick={() => choose(language)}
            >
              {language.name}
            </button>
          </li>
        ))}
      </ul>
      {followed && <Followed followed={followed} onUndone={() => setFollowed(null)} />}
      {failed && (
        <p role="alert" className={styles.failed}>
          {t('languageFailed')}
        </p>
      )}
    </div>
  )
}

/** Says what the choice has changed about the handouts. The focus goes back to the language when the button has gone. */
function Followed({ followed: { language, undo }, onUndone }: { followed: FollowedSite; onUndone: () => void }) {
  const t = useText(reader)
  return (
    <p role="status" className={styles.followed}>
      <span>{language ? t.rich('handoutsToo', { name: () => <OwnName language={language} /> }) : t('noneChosen')}</span>
      <button
        type="button"
        className={`${line.language} ${styles.undo}`}
        onClick={({ currentTarget }) => {
          currentTarget.closest('div')?.querySelector<HTMLElement>('[aria-current]')?.focus()
          undo()
          onUndone()
        }}
      >
        {t('undo')}
      </button>
    </p>
  )
}

/** The page may be in a regional form of the language, such as `es-MX`. */
const isShown = (tag: string, current: string) => current === tag || current.startsWith(`${tag}-`)
