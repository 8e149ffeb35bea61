// Asks for a handout in another format. Anybody may.
import messages from 'messages:en/report'
import { useState } from 'react'
import { Button } from '../../components/buttons/Button'
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
  const [open, setOpen] = useState(false)
  // It stays mounted, so that a dialog that was closed by mistake keeps its input.
  const [mounted, setMounted] = useState(false)
  return (
    <div className={styles.place}>
      <Button
        variant="quiet"
        size="small"
        aria-haspopup="dialog"
        onClick={() => {
          setMounted(true)
          setOpen(true)
        }}
      >
        {t('formatButton')}
        <VisuallyHidden>{`: ${name}`}</VisuallyHidden>
      </Button>
      <PartBoundary onFailed={() => setMounted(false)}>
        {mounted && (
          <OtherFormatDialog
            {...version}
            open={open}
            onClose={() => setOpen(false)}
            onSentClosed={() => setMounted(false)}
          />
        )}
      </PartBoundary>
    </div>
  )
}
