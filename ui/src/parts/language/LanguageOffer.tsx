// Offers the browser's languages as preferred language, until one is chosen or the offer is dismissed.

import messages from 'messages:en/languageOffer'
import X from 'lucide-react/icons/x'
import { useLanguages } from '../../api/languages'
import { IconButton } from '../../components/buttons/Button'
import line from '../../components/page/LanguageLine.module.css'
import { useText } from '../../i18n/useText'
import {
  endOffers,
  offeredLanguages,
  useBrowserChoice,
  useChoosePreferredLanguage,
  usePreferredTag,
} from '../../session/preferredLanguage'
import { OwnName } from './LanguageName'
import styles from './LanguageOffer.module.css'

const maxOffered = 3

interface Props {
  /** Tags offered before those of the browser, such as those of selected filters. */
  first?: readonly string[]
  /** Called before the offer is removed, to move the focus. */
  onLeave: () => void
}

export function LanguageOffer({ first = [], onLeave }: Props) {
  const t = useText(messages)
  const { choosable } = useLanguages()
  const chosen = usePreferredTag()
  const ended = useBrowserChoice(({ offersEnded }) => offersEnded)
  const choose = useChoosePreferredLanguage()
  if (chosen !== null || ended) return null
  const offered = offeredLanguages([...first, ...navigator.languages], choosable).slice(0, maxOffered)
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
              onClick={() => {
                onLeave()
                choose(language.tag)
              }}
            >
              <OwnName language={language} />
            </button>
          </li>
        ))}
      </ul>
      <IconButton
        label={t('endOffers')}
        onClick={() => {
          onLeave()
          endOffers()
        }}
      >
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
