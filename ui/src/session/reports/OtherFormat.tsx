// Asks for a handout in another format. Anybody may.
import messages from 'messages:en/report'
import { Button } from '../../components/buttons/Button'
import { useDialogMount } from '../../components/page/useDialogMount'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { useText } from '../../i18n/useText'
import { lazyPart } from '../../lib/page/lazyPart'
import { PartBoundary } from '../../lib/page/PartBoundary'
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
  const dialog = useDialogMount()
  return (
    <div className={styles.place}>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={dialog.show}>
        {t('formatButton')}
        <VisuallyHidden>{`: ${name}`}</VisuallyHidden>
      </Button>
      <PartBoundary onFailed={dialog.unmount}>
        {dialog.mounted && (
          <OtherFormatDialog {...version} open={dialog.open} onClose={dialog.close} onSentClosed={dialog.unmount} />
        )}
      </PartBoundary>
    </div>
  )
}
