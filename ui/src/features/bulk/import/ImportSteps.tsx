// One import: its steps, which can be left and resumed at their addresses.
import t from 'messages:staff/import'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { refreshAfterBulkEdit, undoJob } from '../../../api/catalogue/bulk'
import {
  deleteImport,
  type ImportAnswer,
  type ImportDetails,
  type ImportEntry,
  type ImportJob,
  importListQuery,
  importQuery,
  type Mapping,
} from '../../../api/catalogue/imports'
import { jobsQuery, useJobPolling, useJobs } from '../../../api/catalogue/jobs'
import { facetsQuery } from '../../../api/catalogue/lookups'
import { languagesQuery } from '../../../api/languages'
import { asProblem } from '../../../api/problem'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button, LinkButton, Spinner } from '../../../components/buttons/Button'
import { ErrorNotice, Notice } from '../../../components/feedback/Notice'
import { Skeleton } from '../../../components/feedback/Skeleton'
import { SelectField, TextField } from '../../../components/form/TextField'
import layout from '../../../components/page/Page.module.css'
import { focusNextHeading, PageHeading, useTitle } from '../../../components/page/PageHeading'
import { ProblemNotice } from '../../../formkit/ProblemNotice'
import { wholeNumber } from '../../../lib/text/wholeNumber'
import { citationPath, patterns } from '../../../paths'
import { ColumnsStep } from './ColumnsStep'
import styles from './Import.module.css'
import { type Step, stepPath, steps, stepTitles } from './importAddress'
import { useMapping, withSheet } from './mapping'
import { PreviewStep } from './PreviewStep'

export function ImportSteps({ id, step }: { id: string; step: Step }) {
  const { data, error, refetch } = useQuery(importQuery(id))
  const entry = useQuery(importListQuery()).data?.imports.find((one) => one.id === id)
  const name = data?.details.name ?? entry?.name
  useTitle(name === undefined ? t('import') : t('importName', { name }))
  return (
    <div className={layout.page}>
      <div className={styles.head}>
        <Link to={patterns.bulk}>{t('allImports')}</Link>
        <PageHeading>{name === undefined ? t('import') : t('importName', { name })}</PageHeading>
      </div>
      {data || step === 'result' ? (
        <Steps id={id} step={step} answer={data} entry={entry} />
      ) : error ? (
        <Failure problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={t('loading')}>
          <Skeleton kind="block" />
        </div>
      )}
    </div>
  )
}

function Failure({ problem, onRetry }: { problem: ReturnType<typeof asProblem>; onRetry: () => void }) {
  const isGone = problem.status === 404
  return (
    <Notice
      kind="error"
      title={isGone ? t('gone') : t('notLoaded')}
      onRetry={isGone ? undefined : onRetry}
      actions={isGone && <LinkButton to={patterns.bulk}>{t('another')}</LinkButton>}
    >
      {isGone ? t('goneHint') : problem.text}
    </Notice>
  )
}

interface Props {
  id: string
  step: Step
  answer: ImportAnswer | undefined
  entry: ImportEntry | undefined
}

function Steps({ id, step: asked, answer, entry }: Props) {
  const isTable = answer?.details.mapping !== null
  const isStarted = entry !== undefined && entry.state !== 'ready'
  // What was imported is not mapped again; JSON Lines has no columns.
  const step = isStarted ? 'result' : asked === 'columns' && !isTable ? 'preview' : asked
  const shown = steps.filter((one) => one !== 'columns' || isTable)
  const heading = useRef<HTMLHeadingElement>(null)
  const previous = useRef(step)
  // External system: the focus, which was on a control of the step before.
  useLayoutEffect(() => {
    if (previous.current !== step) heading.current?.focus()
    previous.current = step
  }, [step])
  return (
    <>
      <nav aria-label={t('steps')}>
        <ol className={styles.steps}>
          {shown.map((one) => (
            <li key={one} aria-current={one === step ? 'step' : undefined}>
              <StepName isLink={one !== step && one !== 'result' && !isStarted} to={stepPath(id, one)}>
                {stepTitles[one]}
              </StepName>
            </li>
          ))}
        </ol>
      </nav>
      <section aria-labelledby="step" className={layout.section}>
        <h2 id="step" ref={heading} tabIndex={-1}>
          {stepTitles[step]}
        </h2>
        {step === 'result' ? (
          <ResultStep id={id} entry={entry} />
        ) : (
          answer && <CurrentStep step={step} answer={answer} />
        )}
      </section>
    </>
  )
}

const StepName = ({ isLink, to, children }: { isLink: boolean; to: string; children: ReactNode }) =>
  isLink ? <Link to={to}>{children}</Link> : <span>{children}</span>

function CurrentStep({ step, answer }: { step: Exclude<Step, 'result'>; answer: ImportAnswer }) {
  const { mapping } = answer.details
  switch (step) {
    case 'file':
      return <FileStep details={answer.details} />
    case 'columns':
      return mapping && <ColumnsStep details={answer.details} mapping={mapping} />
    case 'preview':
      return <PreviewStep answer={answer} />
  }
}

const formats = { csv: t('csv'), xlsx: t('xlsx'), ods: t('ods'), jsonl: t('jsonl') }
const delimiters: Record<string, string> = { ',': t('comma'), ';': t('semicolon'), '\t': t('tab') }

/** The first step: what the file is, and the sheet and row of headers that are imported. */
function FileStep({ details }: { details: ImportDetails }) {
  const { id, format, encoding, delimiter, mapping, notices } = details
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('format')}</dt>
        <dd>{formats[format] ?? format}</dd>
        {encoding && (
          <>
            <dt>{t('encoding')}</dt>
            <dd>{encoding}</dd>
          </>
        )}
        {delimiter && (
          <>
            <dt>{t('delimiter')}</dt>
            <dd>{delimiters[delimiter] ?? delimiter}</dd>
          </>
        )}
      </dl>
      <Notices notices={notices} />
      {mapping && <Sheet details={details} mapping={mapping} />}
      <div className={styles.buttons}>
        <AnotherFile id={id} />
        <LinkButton variant="primary" to={stepPath(id, mapping ? 'columns' : 'preview')}>
          {mapping ? t('toColumns') : t('toPreview')}
        </LinkButton>
      </div>
    </>
  )
}

function Notices({ notices }: { notices: readonly string[] }) {
  if (notices.length === 0) return null
  return (
    <Notice kind="info" title={t('notices')}>
      <ul className={styles.notices}>
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </Notice>
  )
}

function Sheet({ details: { id, sheets }, mapping }: { details: ImportDetails; mapping: Mapping }) {
  const { save, isSaving, failure } = useMapping(id)
  const [typed, setTyped] = useState<string | null>(null)
  const [isInvalid, setInvalid] = useState(false)
  const row = typed ?? String(mapping.headerRow ?? '')
  const first = sheets.find(({ hidden }) => !hidden) ?? sheets[0]
  const useRow = () => {
    const number = wholeNumber(row, 1, 1_048_576)
    setInvalid(number === null && row.trim() !== '')
    // Empty: the server finds it again.
    if (number === null && row.trim() !== '') return
    save(withSheet(mapping, mapping.sheet, number))
    setTyped(null)
  }
  return (
    <>
      {sheets.length > 1 && (
        <div className={styles.line}>
          <SelectField
            label={t('sheet')}
            hint={t('sheetHint')}
            value={mapping.sheet ?? first?.name}
            onValue={(value) => save(withSheet(mapping, value, null))}
            options={sheets.map(({ name, rows, hidden }) => [
              name,
              hidden ? t('hiddenSheetOption', { name, rows }) : t('sheetOption', { name, rows }),
            ])}
          />
        </div>
      )}
      <div className={styles.control}>
        <TextField
          label={t('headerRow')}
          hint={t('headerRowHint')}
          error={isInvalid ? t('headerRowInvalid') : undefined}
          inputMode="numeric"
          autoComplete="off"
          value={row}
          onValue={setTyped}
        />
        <Button busy={isSaving} onClick={useRow}>
          {t('useRow')}
        </Button>
      </div>
      <ErrorNotice title={t('mappingNotSaved')} text={failure} />
    </>
  )
}

/** Deletes this import: its file is not needed any more. */
function AnotherFile({ id }: { id: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const deleting = useSingleMutation({
    mutationFn: () => deleteImport(id),
    onSuccess: () => {
      focusNextHeading()
      navigate(patterns.bulk)
      void client.invalidateQueries(importListQuery())
    },
  })
  return (
    <>
      <Button busy={deleting.isPending} onClick={() => deleting.mutate()}>
        {t('otherFile')}
      </Button>
      <ProblemNotice title={t('notDeleted')} call={deleting} />
    </>
  )
}

const PROGRESS_INTERVAL_MS = 1_000

/** The last step: the progress of the job, what it did, the rows that it left out, and its undo. */
function ResultStep({ id, entry }: { id: string; entry: ImportEntry | undefined }) {
  const client = useQueryClient()
  const jobs = useJobs()
  const job: ImportJob | undefined = jobs.find((one) => one.id === entry?.job)
  const isDone = job?.complete || Boolean(job?.error) || entry?.state === 'complete'
  const isWaiting = entry !== undefined && entry.state !== 'ready' && !isDone
  const current = useQuery(importListQuery(isWaiting ? PROGRESS_INTERVAL_MS : false)).data?.imports.find(
    (one) => one.id === id,
  )
  useJobPolling(isWaiting)
  // External system: the query cache, when the job is complete.
  useEffect(() => {
    if (!isDone) return
    refreshAfterBulkEdit(client)
    void client.invalidateQueries(facetsQuery)
    void client.invalidateQueries(languagesQuery)
  }, [isDone, client])
  if (entry === undefined || entry.state === 'ready') return <p className={layout.empty}>{t('notStartedYet')}</p>
  return (
    <>
      {isDone ? <Outcome job={job} /> : <Progress entry={current ?? entry} />}
      <div className={styles.buttons}>
        <LinkButton to={patterns.bulk}>{t('another')}</LinkButton>
        <Link to={patterns.jobs}>{t('jobs')}</Link>
      </div>
    </>
  )
}

const Progress = ({ entry: { records, total } }: { entry: ImportEntry }) => (
  <div className={styles.progress}>
    <p role="status" className={styles.line}>
      <Spinner /> {total ? t('runningRows', { records, total }) : t('running')}
    </p>
    <progress aria-label={t('progress')} max={total ?? undefined} value={total ? records : undefined} />
    <p className={styles.muted}>{t('mayLeave')}</p>
  </div>
)

function Outcome({ job }: { job: ImportJob | undefined }) {
  const skipped = job?.skipped ?? []
  return (
    <>
      {job?.error ? (
        <Notice kind="error" title={t('failed')}>
          {job.error}
        </Notice>
      ) : (
        <Notice kind="success" title={t('complete')}>
          {job && t('imported', { count: job.changed })}
        </Notice>
      )}
      {skipped.length > 0 && (
        <details open={skipped.length <= 20}>
          <summary>{t('skippedRows', { count: skipped.length })}</summary>
          <ul className={styles.changes}>
            {skipped.map(({ row, id, reason }) => (
              <li key={`${row} ${id}`}>
                {t('skippedRow', { row: String(row), reason })}{' '}
                {id && <Link to={citationPath(id)}>{t('openCitation')}</Link>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {job && job.changed > 0 && <Undo job={job} />}
    </>
  )
}

function Undo({ job }: { job: ImportJob }) {
  const client = useQueryClient()
  const line = useRef<HTMLParagraphElement>(null)
  const [undo, setUndo] = useState<string | null>(null)
  const isUndone = useJobs().some(({ id, complete }) => id === undo && complete)
  useJobPolling(undo !== null && !isUndone)
  const undoing = useSingleMutation({
    mutationFn: () => undoJob(job.id),
    onSuccess: async ({ id }) => {
      // The pressed button is removed.
      line.current?.focus()
      setUndo(id)
      await client.invalidateQueries(jobsQuery)
    },
  })
  // External system: the query cache, when the undo is complete.
  useEffect(() => {
    if (isUndone) refreshAfterBulkEdit(client)
  }, [isUndone, client])
  return (
    <div className={styles.part}>
      <p ref={line} tabIndex={-1} role="status" className={styles.muted}>
        {undo === null ? t('undoHint') : isUndone ? t('undone') : t('undoing')}
      </p>
      <ProblemNotice title={t('undoFailed')} call={undoing} />
      {undo === null && (
        <div>
          <Button busy={undoing.isPending} onClick={() => undoing.mutate()}>
            {t('undo')}
          </Button>
        </div>
      )}
    </div>
  )
}
