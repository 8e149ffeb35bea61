// The most used languages below the search box of the home view, by their own names: each leads to its materials and becomes
// the preferred language.

import reader from 'messages:en/reader'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { useLanguages } from '../../api/languages'
import line from '../../components/LanguageLine.module.css'
import { useText } from '../../i18n/useText'
import { OwnName } from '../../session/LanguageName'
import { openLanguagePicker } from '../../session/languagePicker'
import { useChooseReaderLanguage, useReaderTag } from '../../session/readerLanguage'
import styles from './HomeLanguages.module.css'
import { languageRow } from './languageRow'
import { addressOf } from './searchAddress'

export function HomeLanguages() {
  const t = useText(reader)
  const { readable } = useLanguages()
  const chosen = useReaderTag()
  const choose = useChooseReaderLanguage()
  const labelId = useId()
  const shown = languageRow(readable, navigator.languages, chosen)
  if (shown.length === 0) return null
  return (
    <>
      <span id={labelId}>{t('inLanguage')}</span>
      <ul aria-labelledby={labelId} className={styles.list}>
        {shown.map((language) => (
          <li key={language.tag}>
            <Link
              to={addressOf({ q: '', page: 1, obsolete: false, filters: [{ languages: language.value }], any: [] })}
              aria-current={language.tag === chosen || undefined}
              className={`${line.language} ${styles.language}`}
              onClick={() => choose(language.tag)}
            >
              <OwnName language={language} />
            </Link>
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            className={`${line.language} ${styles.language}`}
            onClick={openLanguagePicker}
          >
            {t('moreLanguages')}
          </button>
        </li>
      </ul>
    </>
  )
}
