// The language of the screens themselves: each by its own name. A choice counts at once, and for the pages to come.
import shell from 'messages:en/shell'
import { useId, useState } from 'react'
import { useScreenLanguages } from '../api/config'
import line from '../components/LanguageLine.module.css'
import { announce } from '../components/StatusLine'
import { chooseScreenLanguage, type ScreenLanguage, useScreenLanguage } from '../i18n/language'
import { useText } from '../i18n/useText'
import styles from './SiteLanguage.module.css'

export function SiteLanguage() {
  const t = useText(shell)
  const current = useScreenLanguage(({ tag }) => tag)
  const languages = useScreenLanguages()
  const [failed, setFailed] = useState(false)
  const labelId = useId()
  if (languages.length < 2) return null
  const choose = (language: ScreenLanguage) => {
    setFailed(false)
    chooseScreenLanguage(language).then(
      () => announce(language.name),
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
      {failed && (
        <p role="alert" className={styles.failed}>
          {t('languageFailed')}
        </p>
      )}
    </div>
  )
}

/** The page may be in a regional form of the language, such as `es-MX`. */
const isShown = (tag: string, current: string) => current === tag || current.startsWith(`${tag}-`)
