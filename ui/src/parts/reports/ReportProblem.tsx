// Opens the dialog that reports a problem with a handout or a packet. Anybody may use it.
import messages from 'messages:en/report'
import Flag from 'lucide-react/icons/flag'
import { DialogButton } from '../../components/page/DialogButton'
import { useText, useTextLanguage } from '../../i18n/useText'
import { lazyPart } from '../../lib/page/lazyPart'
import styles from './ReportProblem.module.css'

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
  return (
    <div className={styles.place}>
      <DialogButton
        variant="quiet"
        icon={<Flag aria-hidden />}
        dialog={({ unmount, ...state }) => (
          <ReportDialog
            subjects={subjects}
            // English is not preselected, because it does not indicate which version somebody reads.
            language={language ?? (screenLanguage === 'en' ? null : screenLanguage)}
            {...state}
            onSentClosed={unmount}
          />
        )}
      >
        {t('button')}
      </DialogButton>
    </div>
  )
}

/** A language version that a report may concern. */
export interface ReportedVersion {
  /** The language value. */
  lang: string
  tag: string | null
}

/** The citation or the packet that a report is about. */
export interface ReportSubject {
  kind: 'citation' | 'packet'
  id: string
  title: string
  versions: readonly ReportedVersion[]
}

/** The languages of some versions, each once. */
export function reportedVersions(versions: readonly ReportedVersion[]): ReportedVersion[] {
  const byLanguage = new Map(versions.map(({ lang, tag }) => [lang, { lang, tag }]))
  return [...byLanguage.values()]
}
