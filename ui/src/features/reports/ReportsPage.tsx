// The queue of problem reports: what is wrong with which handout; each is closed with a note, which may be mailed as a reply.
import t from 'messages:staff/reports'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { asProblem } from '../../api/problem'
import {
  changeReport,
  type ProblemReport,
  type ReportFilter,
  type ReportState,
  reportKinds,
  reportsDownload,
  reportsKey,
  reportsQuery,
  type WantedFormat,
} from '../../api/reports'
import type * as Described from '../../api/schema'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { Badge, SpacedBadge } from '../../components/feedback/Badge'
import { announce } from '../../components/feedback/Notice'
import { RowError, SelectField, TextArea } from '../../components/form/TextField'
import { ListHead } from '../../components/list/ListHead'
import { useQuestion } from '../../components/page/Dialog'
import { FormDialog } from '../../formkit/FormDialog'
import { fieldOf } from '../../formkit/FormShell'
import { dayAndTime } from '../../lib/dates/dates'
import { DepartmentFilter, ListFilters, ListPage } from '../../listkit/ListPage'
import { anyText, listAddress, useListAddress, useListReload, useListReset, usePages } from '../../listkit/listAddress'
import { citationEditPath, citationPath, packetPath, patterns } from '../../paths'
import styles from './ReportsPage.module.css'

export default function ReportsPage() {
  const { filter: address, page, key, setFilter, setPage } = useListAddress(reportAddress)
  const filter = toFilter(address)
  const isClosed = filter.state === 'closed'
  const list = usePages({ page, setPage }, (start) => reportsQuery(filter, start))
  const changes = useReportChanges()
  const [reportToAnswer, setReportToAnswer] = useState<ProblemReport | null>(null)
  useListReset(key, changes.clear)
  const changed = changes.changed.size
  const reload = useListReload(reportsKey, changes.clear)
  return (
    <ListPage
      title={t('reports')}
      head={<p>{t('introduction')}</p>}
      filters={<Filters filter={address} counts={list.query.data?.counts} onChange={setFilter} />}
      {...list}
      label={t('pagesOfReports')}
      failure={t('listNotLoaded')}
      empty={t(isClosed ? 'noneClosed' : 'noneOpen')}
      foot={
        <CloseDialog
          report={reportToAnswer}
          mailsReplies={list.query.data?.mailsReplies ?? false}
          closing={changes.closing}
          onClose={() => {
            setReportToAnswer(null)
          }}
        />
      }
    >
      {({ found, reports }) => (
        <>
          <ListHead
            summary={changed > 0 ? t('changedHere', { count: t('count', { found }), changed }) : t('count', { found })}
            download={reportsDownload(filter)}
            file="reports.csv"
            onReload={changed > 0 ? reload : undefined}
          />
          <ReportList
            reports={reports.map((report) => changes.changed.get(report.id) ?? report)}
            reopeningId={changes.reopeningId}
            failure={changes.failure}
            onClose={(report) => {
              changes.closing.reset()
              setReportToAnswer(report)
            }}
            onReopen={changes.reopen}
          />
        </>
      )}
    </ListPage>
  )
}

interface FiltersProps {
  filter: ReportFilter
  counts: { open: number; closed: number } | undefined
  onChange: (next: Partial<ReportFilter>) => void
}

const Filters = ({ filter, counts, onChange }: FiltersProps) => (
  <ListFilters
    address={reportAddress}
    filter={filter}
    viewOf="state"
    views={views.map(({ counted, ...view }) => ({ ...view, count: counts?.[counted] }))}
  >
    <SelectField
      label={t('kind')}
      value={filter.kind}
      onValue={(value) => onChange({ kind: value })}
      options={listedKinds.map((kind) => [kind, kindWords[kind]])}
    >
      <option value="">{t('allKinds')}</option>
    </SelectField>
    <DepartmentFilter value={filter.department} onChange={onChange} />
  </ListFilters>
)

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

/**
 * The reports on a page: what is wrong, with which handout, what was written, and what was done about it. The text of visitors
 * is shown as it is; URLs in it are not links.
 */
const ReportList = ({ reports, reopeningId, failure, ...actions }: Props) => (
  <ol className={styles.reports}>
    {reports.map((report) => (
      <li key={report.id} className={styles.report} data-closed={report.state === 'closed' || undefined}>
        <Head report={report} />
        <Text report={report} />
        <Events report={report} />
        <Buttons report={report} busy={report.id === reopeningId} {...actions} />
        <RowError id={`report-${report.id}-error`}>{failure?.id === report.id && failure.message}</RowError>
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
        <SpacedBadge shown={obsolete}>{t(packet ? 'deleted' : 'obsolete')}</SpacedBadge>
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

const MAX_NOTE_LENGTH = 2_000

interface CloseDialogProps {
  /** The report to close; null when the dialog is closed. */
  report: ProblemReport | null
  /** Whether the server can email the note. */
  mailsReplies: boolean
  closing: ReturnType<typeof useReportChanges>['closing']
  onClose: () => void
}

/** Closes a report with a note. The note is emailed if an address was given; the input stays when closing fails. */
function CloseDialog({ report, mailsReplies, closing, onClose }: CloseDialogProps) {
  const form = useForm({ defaultValues: { note: '' } })
  const [shown, dialog] = useQuestion(report, form)
  if (shown === null) return null
  const { email, title } = shown
  const isMailed = mailsReplies && email !== null && form.watch('note').trim() !== ''
  const hint = email === null ? t('noteShown') : t(mailsReplies ? 'noteMailed' : 'noteNotMailed', { email })
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      title={t('closeQuestion')}
      cancel={t('cancel')}
      submit={t(isMailed ? 'closeAndMail' : 'closeReport')}
      form={form}
      className={styles.form}
      busy={closing.isPending}
      failure={closing.isError ? { title: t('notClosed'), detail: asProblem(closing.error).text } : null}
      onSubmit={({ note }) => closing.mutate({ report: shown, note: note.trim() }, { onSuccess: onClose })}
    >
      <p dir="auto" className={styles.closing}>
        {title}
      </p>
      <TextArea
        {...fieldOf(form, 'note', {
          validate: (note) => [...note.trim()].length <= MAX_NOTE_LENGTH || t('noteTooLong', { max: MAX_NOTE_LENGTH }),
        })}
        label={t('note')}
        hint={hint}
        rows={4}
      />
    </FormDialog>
  )
}

/** The views; in the URL, no state means open reports. */
const views: readonly { value: string; label: string; counted: ReportState }[] = [
  { value: '', label: t('open'), counted: 'open' },
  { value: 'closed', label: t('closed'), counted: 'closed' },
]

const kindWords: Record<Described.ReportKind, string> = {
  link: t('kindLink'),
  outdated: t('kindOutdated'),
  wrong: t('kindWrong'),
  translation: t('kindTranslation'),
  hard: t('kindHard'),
  format: t('kindFormat'),
  other: t('kindOther'),
}

/** The kinds in the order of the filter. */
const listedKinds = [...reportKinds, 'format'] as const

/** The formats that families ask for, in words. */
const formatWords: Record<WantedFormat, string> = {
  largePrint: t('formatLargePrint'),
  plainText: t('formatPlainText'),
  braille: t('formatBraille'),
  readAloud: t('formatReadAloud'),
}

/** The views of the reports, and the URL of the list: /reports?state=closed&kind=wrong&department=Surgery&page=2. */
const reportAddress = listAddress<ReportFilter>(patterns.reports, {
  state: (state) => state === 'closed',
  kind: (kind) => listedKinds.some((known) => known === kind),
  department: anyText,
})

/** The filter as the server expects it. */
const toFilter = (address: ReportFilter): ReportFilter => ({ ...address, state: address.state || 'open' })

/** The reports closed and reopened since the list was loaded: they stay in place and show their new state. */
function useReportChanges() {
  const [changed, setChanged] = useState<ReadonlyMap<string, ProblemReport>>(new Map())
  const markChanged = (report: ProblemReport) => setChanged((before) => new Map(before).set(report.id, report))
  const closing = useSingleMutation({
    mutationFn: ({ report: { id }, note }: { report: ProblemReport; note: string }) =>
      changeReport({ id, state: 'closed', note }),
    onSuccess: (report) => {
      markChanged(report)
      announce(t('reportClosed', { title: report.title }))
    },
  })
  const reopening = useSingleMutation({
    mutationFn: ({ id }: ProblemReport) => changeReport({ id, state: 'open', note: '' }),
    onSuccess: (report) => {
      markChanged(report)
      announce(t('reportReopened', { title: report.title }))
    },
  })
  return {
    /** Changed reports by ID. */
    changed,
    closing,
    reopen: (report: ProblemReport) => reopening.mutate(report),
    /** The ID of the report that is being reopened. */
    reopeningId: reopening.isPending ? reopening.variables.id : null,
    /** Why a report was not reopened. */
    failure: reopening.isError
      ? { id: reopening.variables.id, message: t('notReopened', { problemText: asProblem(reopening.error).text }) }
      : null,
    clear: () => {
      setChanged(new Map())
      reopening.reset()
    },
  }
}
