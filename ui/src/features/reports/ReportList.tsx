// The reports on a page: what is wrong, with which handout, what was written, and what was done about it. The text
// of visitors is shown as it is; URLs in it are not links.
import t from 'messages:staff/reports'
import { Link } from 'react-router-dom'
import type { ProblemReport, ReportState } from '../../api/reports'
import { Button } from '../../components/buttons/Button'
import { Badge } from '../../components/feedback/Badge'
import { FieldError } from '../../components/form/Field'
import { dayAndTime } from '../../lib/dates/dateTimes'
import { citationEditPath, citationPath, packetPath } from '../../paths'
import styles from './ReportsPage.module.css'
import { formatWords, kindWords } from './reportAddress'

interface Actions {
  onClose: (report: ProblemReport) => void
  onReopen: (report: ProblemReport) => void
}

interface Props extends Actions {
  reports: readonly ProblemReport[]
  /** The ID of the report that is being reopened. */
  reopeningId: string | null
  /** Why a report was not reopened. */
  failure: { id: string; message: string } | null
}

export const ReportList = ({ reports, reopeningId, failure, ...actions }: Props) => (
  <ol className={styles.reports}>
    {reports.map((report) => (
      <li key={report.id} className={styles.report} data-closed={report.state === 'closed' || undefined}>
        <Head report={report} />
        <Text report={report} />
        <Events report={report} />
        <Buttons report={report} busy={report.id === reopeningId} {...actions} />
        {failure?.id === report.id && (
          <div role="alert">
            <FieldError id={`report-${report.id}-error`}>{failure.message}</FieldError>
          </div>
        )}
      </li>
    ))}
  </ol>
)

function Head({ report }: { report: ProblemReport }) {
  const { kind, format, title, packet, readableId, citation, obsolete, language, department, at, state } = report
  const id = readableId ?? packet ?? citation ?? ''
  const facts = [packet && t('aboutPacket'), language && t('language', { language }), department].filter(Boolean)
  return (
    <>
      <h2 className={styles.title} dir="auto">
        <Link to={packet ? packetPath(id) : citationPath(id)}>{title}</Link>
        {obsolete && (
          <>
            {' '}
            <Badge>{t(packet ? 'deleted' : 'obsolete')}</Badge>
          </>
        )}
      </h2>
      <p className={styles.facts}>
        <strong>
          {format ? t('kindWithFormat', { kind: kindWords[kind], format: formatWords[format] }) : kindWords[kind]}
        </strong>
        {facts.map((fact) => (
          <bdi key={fact}>{fact}</bdi>
        ))}
        <span>{dayAndTime(at)}</span>
        {state === 'closed' && <Badge>{t('closed')}</Badge>}
      </p>
    </>
  )
}

const Text = ({ report: { text, email, screenLanguage } }: { report: ProblemReport }) => (
  <>
    {text ? (
      <blockquote className={styles.text} dir="auto" lang={screenLanguage === 'en' ? undefined : screenLanguage}>
        {text}
      </blockquote>
    ) : (
      <p className={styles.muted}>{t('noText')}</p>
    )}
    <p className={styles.muted}>{email ? t('replyTo', { email }) : t('noEmail')}</p>
  </>
)

/** A note that changes no state is an event too. */
function eventWords(before: ReportState, state: ReportState, event: { by: string; at: string }) {
  if (before === state) return t('notedBy', event)
  return state === 'closed' ? t('closedBy', event) : t('reopenedBy', event)
}

const Events = ({ report: { events } }: { report: ProblemReport }) =>
  events.length > 0 && (
    <ol className={styles.events}>
      {events.map(({ state, at, by, note, mailed }, n) => (
        <li key={`${at} ${state}`}>
          <p className={styles.muted}>
            {eventWords(events[n - 1]?.state ?? 'open', state, { by, at: dayAndTime(at) })}
            {mailed && <> · {t('mailed')}</>}
          </p>
          {note && (
            <p className={styles.text} dir="auto">
              {note}
            </p>
          )}
        </li>
      ))}
    </ol>
  )

function Buttons({ report, busy, onClose, onReopen }: Actions & { report: ProblemReport; busy: boolean }) {
  const { title, citation, state } = report
  const isOpen = state === 'open'
  return (
    <div className={styles.buttons}>
      {/* The same element in both states, so that it keeps the focus. */}
      <Button
        size="small"
        variant={isOpen ? 'secondary' : 'quiet'}
        busy={busy}
        aria-label={t(isOpen ? 'closeTitle' : 'reopenTitle', { title })}
        onClick={() => (isOpen ? onClose(report) : onReopen(report))}
      >
        {t(isOpen ? 'close' : 'reopen')}
      </Button>
      {citation && (
        <Link to={citationEditPath(citation)} aria-label={t('editTitle', { title })}>
          {t('edit')}
        </Link>
      )}
    </div>
  )
}
