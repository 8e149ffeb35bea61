// The files of a plan with the language versions that they go to: choices before the upload, states during and after it.
import t from 'messages:staff/folder'
import { useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import type { VersionName } from '../../../api/catalogue/fileChanges'
import { controlClass } from '../../../components/form/Field'
import { PagedList } from '../../../components/list/PagedList'
import { pageStart } from '../../../components/list/pages'
import { capitalized } from '../../../lib/text/sentence'
import { ListTable } from '../../../listkit/ListTable'
import { citationPath } from '../../../paths'
import styles from './Folder.module.css'
import type { FolderRun, SendState } from './folderRun'
import { destinations, type PlannedFile, versionKey } from './plan'

const PAGE_SIZE = 100

interface Props {
  files: readonly PlannedFile[]
  run: FolderRun
  isStarted: boolean
  onChoose: (path: string, choice: number | 'none' | null) => void
}

export function FolderTable({ files, run, isStarted, onChoose }: Props) {
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
function Choice({ file, onChoose }: Pick<Props, 'onChoose'> & { file: PlannedFile }) {
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
