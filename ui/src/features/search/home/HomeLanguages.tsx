// The most used languages below the search box of the home view, by their own names. Each links to its citations and becomes
// the preferred language.
import preferredLanguage from 'messages:en/preferredLanguage'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { type ChoosableLanguage, useLanguages } from '../../../api/languages'
import line from '../../../components/page/LanguageLine.module.css'
import { useText } from '../../../i18n/useText'
import { isSameLanguage } from '../../../lib/text/languages'
import { OwnName } from '../../../parts/language/LanguageName'
import {
  offeredLanguages,
  openLanguagePicker,
  useChoosePreferredLanguage,
  usePreferredTag,
} from '../../../session/preferredLanguage'
import { searchPath } from '../searchAddress'
import styles from './HomeLanguages.module.css'

export function HomeLanguages() {
  const t = useText(preferredLanguage)
  const { choosable } = useLanguages()
  const chosen = usePreferredTag()
  const choose = useChoosePreferredLanguage()
  const labelId = useId()
  const shown = languageRow(choosable, navigator.languages, chosen)
  if (shown.length === 0) return null
  return (
    <>
      <span id={labelId}>{t('inLanguage')}</span>
      <ul aria-labelledby={labelId} className={styles.list}>
        {shown.map((language) => (
          <li key={language.tag}>
            <Link
              to={searchPath({ q: '', page: 1, obsolete: false, filters: [{ languages: language.value }], any: [] })}
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

const maxShown = 6

/**
 * The languages below the search box: those of the browser (`wanted`, BCP 47) first, then the most used. English is omitted, because everything is in
 * English. The preferred language is always included.
 */
export function languageRow(
  choosable: readonly ChoosableLanguage[],
  wanted: readonly string[],
  chosen: string | null,
): ChoosableLanguage[] {
  const own = offeredLanguages(wanted, choosable)
  const others = choosable.filter((language) => !isSameLanguage(language.tag, 'en') && !own.includes(language))
  const all = [...own, ...others]
  const shown = all.slice(0, maxShown)
  const missing = all.find(({ tag }) => tag === chosen)
  return missing === undefined || shown.includes(missing) ? shown : [...shown.slice(0, -1), missing]
}
