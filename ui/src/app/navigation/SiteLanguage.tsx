// Chooses the language of the screens, each by its own name. The preferred language of handouts follows, with an undo.
import shell from 'messages:en/shell'
import { useId, useState } from 'react'
import { useScreenLanguages } from '../../api/config'
import { announce } from '../../components/feedback/Notice'
import line from '../../components/page/LanguageLine.module.css'
import { chooseScreenLanguage, type ScreenLanguage, useScreenLanguage } from '../../i18n/language'
import { useText } from '../../i18n/useText'
import { lazyPart, PartBoundary } from '../../lib/page/lazyPart'
import { type FollowedSite, useFollowSite } from '../../session/preferredLanguage'
import styles from './SiteLanguage.module.css'

const Followed = lazyPart(() => import('./Followed'))

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
      (isChanged) => {
        if (!isChanged) return
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
      <PartBoundary silent>
        {followed && <Followed followed={followed} onUndone={() => setFollowed(null)} />}
      </PartBoundary>
      {failed && (
        <p role="alert" className={styles.failed}>
          {t('languageFailed')}
        </p>
      )}
    </div>
  )
}

/** Whether the page is in this language or in a regional form of it, such as `es-MX`. */
const isShown = (tag: string, current: string) => current === tag || current.startsWith(`${tag}-`)
