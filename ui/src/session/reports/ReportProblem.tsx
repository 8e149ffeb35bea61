// Opens the dialog that reports a problem with a handout or a packet. Anybody may use it.
import messages from 'messages:en/report'
import Flag from 'lucide-react/icons/flag'
import { useState } from 'react'
import { Button } from '../../components/buttons/Button'
import { useText, useTextLanguage } from '../../i18n/useText'
import { lazyPart } from '../../lib/page/lazyPart'
import { PartBoundary } from '../../lib/page/PartBoundary'
import styles from './ReportProblem.module.css'
import type { ReportSubject } from './reportSubject'

const ReportDialog = lazyPart(() => import('./ReportDialog'))

interface Props {
  /** What the report may be about, the most likely first. */
  subjects: readonly [ReportSubject, ...ReportSubject[]]
  /** The tag of the language to preselect; null for that of the screen. */
  language: string | null
}

export function ReportProblem({ subjects, language }: Props) {
  const t = useText(messages)
  const screenLanguage = useTextLanguage()
  const [open, setOpen] = useState(false)
  // It stays mounted, so that a dialog that was closed by mistake keeps its input.
  const [mounted, setMounted] = useState(false)
  return (
    <div className={styles.place}>
      <Button
        variant="quiet"
        icon={<Flag aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => {
          setMounted(true)
          setOpen(true)
        }}
      >
        {t('button')}
      </Button>
      <PartBoundary onFailed={() => setMounted(false)}>
        {mounted && (
          <ReportDialog
            subjects={subjects}
            // English is not preselected, because it does not indicate which version somebody reads.
            language={language ?? (screenLanguage === 'en' ? null : screenLanguage)}
            open={open}
            onClose={() => setOpen(false)}
            onSentClosed={() => setMounted(false)}
          />
        )}
      </PartBoundary>
    </div>
  )
}
