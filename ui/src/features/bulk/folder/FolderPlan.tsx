// The plan of a folder: where each file goes, what the person decides, and the upload once it is confirmed.
import t from 'messages:staff/folder'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { refreshAfterBulkEdit } from '../../../api/catalogue/bulk'
import type { VersionName } from '../../../api/catalogue/fileChanges'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Checkbox } from '../../../components/form/Checkbox'
import { controlClass, SelectField } from '../../../components/form/TextField'
import { PagedList } from '../../../components/list/PagedList'
import { pageStart } from '../../../components/list/Pagination'
import { ConfirmDialog } from '../../../components/page/Dialog'
import { saveFile } from '../../../lib/files/saveFile'
import { capitalized } from '../../../lib/text/sentence'
import { useNavigationBlocker } from '../../../lib/useNavigationBlocker'
import { ListTable } from '../../../listkit/ListTable'
import { citationPath } from '../../../paths'
import styles from './Folder.module.css'
import { createFolderRun, type FolderRun, type RunSummary, reportCsv, type SendState } from './folderRun'
import {
  type Choices,
  countReplacing,
  countStates,
  destinations,
  type MatchedFile,
  type PlannedFile,
  type PlanState,
  planFiles,
  versionKey,
} from './plan'

interface Props {
  files: readonly MatchedFile[]
  onStartOver: () => void
}

export function FolderPlan({ files, onStartOver }: Props) {
  const client = useQueryClient()
  const [choices, setChoices] = useState<Choices>({ chosen: {}, replace: false })
  const planned = useMemo(() => planFiles(files, choices), [files, choices])
  const [run] = useState(() => createFolderRun())
  const summary = useSyncExternalStore(run.subscribe, run.summary)
  const isStarted = summary.total > 0
  const heading = useRef<HTMLHeadingElement>(null)
  // External system: the focus, after the chooser or the button was removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the upload starts
  useLayoutEffect(() => heading.current?.focus(), [isStarted])
  // External system: the connections.
  useEffect(() => () => run.cancel(), [run])
  // External system: the query cache, when all is done.
  const isDone = isStarted && !summary.isRunning
  useEffect(() => {
    if (isDone) refreshAfterBulkEdit(client)
  }, [isDone, client])
  return (
    <div className={styles.plan}>
      <h3 ref={heading} tabIndex={-1}>
        {isStarted ? t('resultHeading') : t('planHeading')}
      </h3>
      {isStarted ? (
        <Progress run={run} summary={summary} planned={planned} />
      ) : (
        <Decisions files={files} planned={planned} choices={choices} onChange={setChoices} />
      )}
      <Files
        planned={planned}
        run={run}
        isStarted={isStarted}
        onChoose={(path, choice) => setChoices({ ...choices, chosen: withChoice(choices.chosen, path, choice) })}
      />
      <div className={styles.line}>
        {!isStarted && <Send planned={planned} onSend={() => run.start(planned, choices.replace)} />}
        {!summary.isRunning && <Button onClick={onStartOver}>{t('startOver')}</Button>}
      </div>
      <LeaveRun isRunning={summary.isRunning} />
    </div>
  )
}

/** No choice is the open question again. */
function withChoice(chosen: Choices['chosen'], path: string, choice: number | 'none' | null): Choices['chosen'] {
  const { [path]: _, ...others } = chosen
  return choice === null ? others : { ...others, [path]: choice }
}

interface DecisionsProps {
  files: readonly MatchedFile[]
  planned: readonly PlannedFile[]
  choices: Choices
  onChange: (choices: Choices) => void
}

function Decisions({ files, planned, choices, onChange }: DecisionsProps) {
  const { ready, open, left, same, ignored } = countStates(planned)
  const replacing = countReplacing(files)
  return (
    <>
      <div>
        <p role="status" className={styles.counts}>
          {t('summary', { count: planned.length - ignored, ready, open, left })}
        </p>
        <p className={styles.muted}>
          {same > 0 && `${t('sameCount', { count: same })} `}
          {ignored > 0 && `${t('ignored', { count: ignored })} `}
          {t('nothingSent')}
        </p>
      </div>
      {replacing > 0 && (
        <div>
          <Checkbox
            checked={choices.replace}
            onChange={({ target }) => onChange({ ...choices, replace: target.checked })}
          >
            {t('replaceAll', { count: replacing })}
          </Checkbox>
          <p className={styles.muted}>{t('replaceHint')}</p>
        </div>
      )}
    </>
  )
}

function Send({ planned, onSend }: { planned: readonly PlannedFile[]; onSend: () => void }) {
  const { ready } = countStates(planned)
  if (ready === 0) return <p>{t('nothingToSend')}</p>
  return (
    <Button variant="primary" onClick={onSend}>
      {t('send', { count: ready })}
    </Button>
  )
}

interface ProgressProps {
  run: FolderRun
  summary: RunSummary
  planned: readonly PlannedFile[]
}

function Progress({ run, summary, planned }: ProgressProps) {
  const { total, done, isRunning, attached, replaced, unchanged, left, failed } = summary
  const isStopped = planned.some(({ path }) => run.stateOf(path)?.is === 'cancelled')
  const download = () =>
    saveFile(new Blob([reportCsv(planned, run.stateOf)], { type: 'text/csv;charset=utf-8' }), 'attached_files.csv')
  if (isRunning) {
    return (
      <div className={styles.progress}>
        <p>{t('doneOf', { done, count: total })}</p>
        <progress aria-label={t('progress')} max={total} value={done} />
        <Button onClick={run.cancel}>{t('cancel')}</Button>
      </div>
    )
  }
  return (
    <Notice
      kind={failed > 0 ? 'error' : 'success'}
      title={isStopped ? t('stopped') : t('complete')}
      actions={
        <>
          {failed > 0 && <Button onClick={run.retry}>{t('retry', { count: failed })}</Button>}
          <Button onClick={download}>{t('download')}</Button>
        </>
      }
    >
      {t('result', { attached, replaced, unchanged, left: left + countStates(planned).left, failed })}
    </Notice>
  )
}

interface FilesProps {
  planned: readonly PlannedFile[]
  run: FolderRun
  isStarted: boolean
  onChoose: (path: string, choice: number | 'none' | null) => void
}

/** The files of one state, or all. */
function Files({ planned, run, isStarted, onChoose }: FilesProps) {
  const [shown, setShown] = useState<PlanState | ''>('')
  const counts = countStates(planned)
  const listed = planned.filter(({ state }) => state !== 'ignored' && (shown === '' || state === shown))
  return (
    <>
      <div className={styles.line}>
        <SelectField label={t('show')} value={shown} onValue={(value) => setShown(value as PlanState | '')}>
          <option value="">{t('showAll', { count: planned.length - counts.ignored })}</option>
          <option value="ready">{t('showReady', { count: counts.ready })}</option>
          <option value="open">{t('showOpen', { count: counts.open })}</option>
          {counts.same > 0 && <option value="same">{t('showSame', { count: counts.same })}</option>}
          <option value="left">{t('showLeft', { count: counts.left })}</option>
        </SelectField>
      </div>
      <FolderTable key={shown} files={listed} run={run} isStarted={isStarted} onChoose={onChoose} />
    </>
  )
}

/** Asks before a person leaves while files are being sent. */
function LeaveRun({ isRunning }: { isRunning: boolean }) {
  const { asking, stay, leave } = useNavigationBlocker({ unsaved: isRunning })
  return (
    <ConfirmDialog
      open={asking}
      onClose={stay}
      title={t('leaveTitle')}
      cancel={t('stay')}
      confirm={t('leave')}
      onConfirm={leave}
    >
      <p>{t('leaveHint')}</p>
    </ConfirmDialog>
  )
}

const PAGE_SIZE = 100

interface FolderTableProps {
  files: readonly PlannedFile[]
  run: FolderRun
  isStarted: boolean
  onChoose: (path: string, choice: number | 'none' | null) => void
}

/**
 * The files of a plan with the language versions that they go to: choices before the upload, states during and after it.
 */
function FolderTable({ files, run, isStarted, onChoose }: FolderTableProps) {
  const [page, setPage] = useState(1)
  const start = pageStart(page, PAGE_SIZE)
  return (
    <PagedList
      query={{ data: { found: files.length }, isError: false, refetch: () => {} }}
      label={t('pages')}
      failure=""
      page={page}
      pageSize={PAGE_SIZE}
      onPage={setPage}
      empty={null}
    >
      {() => (
        <ListTable
          caption={t('caption')}
          rows={files.slice(start, start + PAGE_SIZE)}
          rowKey={({ path }) => path}
          className={styles.files}
          columns={[
            { header: t('file'), is: 'name', cell: ({ path }) => <bdi>{path}</bdi> },
            {
              header: t('goesTo'),
              cell: (file) => (
                <>
                  {file.to && (
                    <p>
                      <Link to={citationPath(file.to.citation)} target="_blank">
                        <bdi>{versionText(file.to.title, file.to)}</bdi>
                      </Link>
                    </p>
                  )}
                  {!isStarted && <Choice file={file} onChoose={onChoose} />}
                </>
              ),
            },
            {
              header: t('state'),
              cell: ({ path, file, state, reason }) =>
                isStarted && state === 'ready' ? (
                  <Sent path={path} size={file?.size ?? 0} run={run} />
                ) : (
                  planText(state, reason)
                ),
            },
          ]}
        />
      )}
    </PagedList>
  )
}

const planText = (state: PlannedFile['state'], reason: string) =>
  // The server's reasons begin with a small letter, as the command shows them.
  state === 'ready' ? [t('ready'), reason].filter(Boolean).join('. ') : capitalized(reason)

const versionText = (title: string, { lang, ksbgNumber }: VersionName) =>
  ksbgNumber === undefined
    ? t('versionOf', { title, lang })
    : t('versionWithNumber', { title, lang, number: ksbgNumber })

/** Where a file goes whose name does not decide it; one that has its place may stay out. */
function Choice({ file, onChoose }: Pick<FolderTableProps, 'onChoose'> & { file: PlannedFile }) {
  const { path, match, problem, sameAs } = file
  const candidates = destinations(file)
  if (problem !== null || sameAs !== null || match.state !== 'ambiguous' || candidates.length === 0) return null
  const value = file.reason === t('notSelected') ? 'none' : chosenIndex(file)
  return (
    <select
      aria-label={t('chooseFor', { path })}
      className={controlClass}
      value={value}
      onChange={({ target }) => onChoose(path, parseChoice(target.value))}
    >
      <option value="">{t('choose')}</option>
      {match.candidates.map(
        (candidate, n) =>
          candidate.lang !== null && (
            <option key={versionKey(candidate)} value={n}>
              {versionText(candidate.title, { ...candidate, lang: candidate.lang })}
            </option>
          ),
      )}
      <option value="none">{t('doNotSend')}</option>
    </select>
  )
}

const chosenIndex = ({ to, match }: PlannedFile) =>
  to === null ? '' : match.candidates.findIndex((candidate) => versionKey(candidate) === versionKey(to))

const parseChoice = (value: string) => (value === '' ? null : value === 'none' ? 'none' : Number(value))

/** Only this row is rendered by its progress. */
function Sent({ path, size, run }: { path: string; size: number; run: FolderRun }) {
  const state = useSyncExternalStore(run.subscribe, () => run.stateOf(path))
  return <>{state && sentText(state, size)}</>
}

function sentText(state: SendState, size: number): string {
  switch (state.is) {
    case 'waiting':
      return t('waiting')
    case 'cancelled':
      return t('cancelled')
    case 'failed':
      return t('failed', { reason: state.reason })
    case 'sending':
      return size > 0 && state.sent >= size
        ? t('saving')
        : t('sending', { share: size > 0 ? Math.floor((state.sent / size) * 100) / 100 : 0 })
    case 'done':
      return outcomeText(state.outcome)
  }
}

function outcomeText(outcome: Extract<SendState, { is: 'done' }>['outcome']): string {
  switch (outcome.result) {
    case 'attached':
      return t('attached')
    case 'replaced':
      return t('replaced')
    case 'unchanged':
      return t('unchanged')
    case 'left':
      return t('left', { reason: outcome.reason })
  }
}
