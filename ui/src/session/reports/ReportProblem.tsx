// Opens the dialog that reports a problem with a handout or a packet. Anybody may use it.
import messages from 'messages:en/report'
import Flag from 'lucide-react/icons/flag'
import { Button } from '../../components/buttons/Button'
import { useDialogMount } from '../../components/page/useDialogMount'
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
  const dialog = useDialogMount()
  return (
    <div className={styles.place}>
      <Button variant="quiet" icon={<Flag aria-hidden />} aria-haspopup="dialog" onClick={dialog.show}>
        {t('button')}
      </Button>
      <PartBoundary onFailed={dialog.unmount}>
        {dialog.mounted && (
          <ReportDialog
            subjects={subjects}
            // English is not preselected, because it does not indicate which version somebody reads.
            language={language ?? (screenLanguage === 'en' ? null : screenLanguage)}
            open={dialog.open}
            onClose={dialog.close}
            onSentClosed={dialog.unmount}
          />
        )}
      </PartBoundary>
    </div>
  )
}
