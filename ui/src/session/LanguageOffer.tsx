// Offers the languages of the browser by their own names, until somebody chooses one or sends the offer away for good.

import reader from 'messages:en/reader'
import X from 'lucide-react/icons/x'
import { useLanguages } from '../api/languages'
import { IconButton } from '../components/IconButton'
import line from '../components/LanguageLine.module.css'
import { useText } from '../i18n/useText'
import { OwnName } from './LanguageName'
import styles from './LanguageOffer.module.css'
import { endOffers, offeredLanguages, useBrowserChoice, useChooseReaderLanguage, useReaderTag } from './readerLanguage'

const maxOffered = 3

/** `first` are tags that are offered before the browser's, such as those of chosen filters. */
export function LanguageOffer({ first = [] }: { first?: readonly string[] }) {
  const t = useText(reader)
  const { readable } = useLanguages()
  const chosen = useReaderTag()
  const ended = useBrowserChoice(({ offersEnded }) => offersEnded)
  const choose = useChooseReaderLanguage()
  if (chosen !== null || ended) return null
  const offered = offeredLanguages([...first, ...navigator.languages], readable).slice(0, maxOffered)
  if (offered.length === 0) return null
  return (
    <div className={line.line}>
      <span id="language-offer">{t('offer')}</span>
      <ul aria-labelledby="language-offer" className={line.list}>
        {offered.map((language) => (
          <li key={language.tag}>
            <button
              type="button"
              className={`${line.language} ${styles.language}`}
              onClick={() => choose(language.tag)}
            >
              <OwnName language={language} />
            </button>
          </li>
        ))}
      </ul>
      <IconButton label={t('endOffers')} onClick={endOffers}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
