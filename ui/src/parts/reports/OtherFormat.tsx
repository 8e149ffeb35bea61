// Asks for a handout in another format. Anybody may.
import messages from 'messages:en/report'
import { DialogButton } from '../../components/page/DialogButton'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { useText } from '../../i18n/useText'
import { lazyPart } from '../../lib/page/lazyPart'
import { useLanguageName } from '../language/LanguageName'
import styles from './OtherFormat.module.css'

const OtherFormatDialog = lazyPart(() => import('./OtherFormatDialog'))

export interface WantedVersion {
  /** The ID of the citation. */
  citation: string
  /** The language value. */
  lang: string
}

export function OtherFormat(version: WantedVersion) {
  const t = useText(messages)
  const name = useLanguageName()(version.lang)
  return (
    <div className={styles.place}>
      <DialogButton
        variant="quiet"
        size="small"
        dialog={({ unmount, ...state }) => <OtherFormatDialog {...version} {...state} onSentClosed={unmount} />}
      >
        {t('formatButton')}
        <VisuallyHidden>{`: ${name}`}</VisuallyHidden>
      </DialogButton>
    </div>
  )
}
