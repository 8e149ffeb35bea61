// The file of a row of the form: what is stored, the upload that is running or failed, and the buttons that change it.
import t from 'messages:staff/files'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { RevisionDate } from '../../../api/catalogue/citations'
import { fileQuery, useFileLimits } from '../../../api/catalogue/files'
import { Problem } from '../../../api/problem'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { FieldError } from '../../../components/form/Field'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { today } from '../../../lib/dates/dates'
import { dayOfInstant } from '../../../lib/dates/dateTimes'
import { fileFacts } from '../../../lib/files/fileFacts'
import { typeName } from '../../../lib/files/fileTypes'
import { FileLink } from '../../../parts/files/FileLink'
import type { LanguageRow, RowFile } from '../formValues'
import { rowId } from '../validation'
import { ChooseFile } from './ChooseFile'
import styles from './FileField.module.css'
import { FileReports } from './FileReports'
import { isReplaced, willBeOlderThanEnglish } from './rowFiles'
import { UploadProgress } from './UploadProgress'
import type { RowFiles } from './useRowFiles'

interface Props {
  row: LanguageRow
  /** The index of the row. */
  n: number
  /** ' (row 2: Spanish)', for screen readers. */
  rowSuffix: string
  files: RowFiles
  /** Whether the saved citation has this file. */
  isSaved: (digest: string) => boolean
  error: string | undefined
  /** The field of the link, which is shown if there is no file. */
  link: ReactNode
  /** The button that stores what the link serves, if there is one. */
  storeHere: ReactNode
}

export function FileField({ row, n, rowSuffix, files, isSaved, error, link, storeHere }: Props) {
  const { file, former, upload } = row
  const errorId = `${rowId(n, 'file')}-error`
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form's fieldsets are its sections
    <div role="group" aria-label={t('fileOf', { rowSuffix })} className={styles.source}>
      {file ? <Stored {...{ row, n, rowSuffix, files, isSaved, file }} errorId={error && errorId} /> : link}
      {!file && !upload && (
        <div className={styles.actions}>
          <ChooseFile {...{ n, rowSuffix, files }} label={t('chooseFile')} errorId={error && errorId} />
          {storeHere}
        </div>
      )}
      {!file && former && !upload && (
        <Change text={t('removes', { name: former.name })} {...{ n, files, former, rowSuffix }} />
      )}
      {upload && <RunningUpload {...{ n, rowSuffix, files, row }} errorId={error && errorId} />}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

interface StoredProps extends Omit<Props, 'error' | 'link' | 'storeHere'> {
  file: RowFile
  errorId: string | undefined
}

function Stored({ row, n, rowSuffix, files, isSaved, file, errorId }: StoredProps) {
  const { types } = useFileLimits()
  const missing = useMissing(file, !isSaved(file.digest))
  const { former, upload } = row
  return (
    <>
      <div className={styles.stored}>
        <p className={styles.facts}>
          {missing || file.withdrawn ? <bdi>{file.name}</bdi> : <FileLink file={file} suffix={rowSuffix} />}
          <span className={styles.muted}>{fileFacts(file, types)}</span>
        </p>
        {!upload && (
          <div className={styles.actions}>
            <ChooseFile {...{ n, rowSuffix, files, errorId }} label={missing ? t('uploadAgain') : t('replaceFile')} />
            <Button size="small" variant="quiet" onClick={() => files.toLink(n)}>
              {t('useLink')}
              <VisuallyHidden>{rowSuffix}</VisuallyHidden>
            </Button>
          </div>
        )}
      </div>
      {missing && (
        <Notice
          kind="error"
          title={missing === 'gone' ? t('gone', { name: file.name }) : t('wasWithdrawn', { name: file.name })}
        >
          {missing === 'gone' ? t('goneHint') : t('withdrawnHint')}
        </Notice>
      )}
      {file.withdrawn && (
        <p className={styles.muted}>
          {t('withdrawnOn', { day: dayOfInstant(file.withdrawn.at), reason: file.withdrawn.reason })}
        </p>
      )}
      {!missing && !file.withdrawn && <FileReports file={file} former={former} lang={row.lang} />}
      {files.noticesOf(file.digest).map((notice) => (
        <Notice key={notice} kind="info" quiet>
          {notice}
        </Notice>
      ))}
      {former && <Change text={t('replaces', { name: former.name })} {...{ n, files, former, rowSuffix }} />}
    </>
  )
}

/** Whether a file is no longer there. Only what no citation refers to is deleted, so that saved files are not asked about. */
function useMissing({ digest }: RowFile, enabled: boolean): 'gone' | 'withdrawn' | null {
  const { error } = useQuery({ ...fileQuery(digest), enabled })
  if (!(error instanceof Problem)) return null
  if (error.status === 404) return 'gone'
  return error.status === 410 ? 'withdrawn' : null
}

interface ChangeProps extends Pick<Props, 'n' | 'files' | 'rowSuffix'> {
  text: string
  former: RowFile
}

/** What a save will do with the former file, and the way back. */
const Change = ({ text, n, files, former, rowSuffix }: ChangeProps) => (
  <div className={styles.change}>
    <p className={styles.muted}>{text}</p>
    <Button size="small" variant="quiet" onClick={() => files.restoreFormer(n)}>
      {t('keepFile', { name: former.name })}
      <VisuallyHidden>{rowSuffix}</VisuallyHidden>
    </Button>
  </div>
)

interface UploadProps extends Pick<Props, 'n' | 'files' | 'rowSuffix' | 'row'> {
  errorId: string | undefined
}

function RunningUpload({ n, rowSuffix, files, row, errorId }: UploadProps) {
  const { id = '', name = '' } = row.upload ?? {}
  // Undefined if it ended with an earlier visit.
  const upload = useSyncExternalStore(files.uploads.subscribe, () => files.uploads.current().get(id))
  if (upload && (upload.state === 'waiting' || upload.state === 'running')) {
    return <UploadProgress {...{ n, upload, rowSuffix, files, errorId }} />
  }
  const isRefused = upload?.state === 'refused'
  const title = isRefused ? t('notSent', { name }) : upload ? t('notUploaded', { name }) : t('interrupted', { name })
  return (
    <Notice
      kind="error"
      title={title}
      actions={
        <>
          {upload && !isRefused && (
            <Button size="small" onClick={() => files.retry(n)}>
              {t('tryAgain')}
              <VisuallyHidden>{rowSuffix}</VisuallyHidden>
            </Button>
          )}
          <ChooseFile {...{ n, rowSuffix, files, errorId }} label={upload ? t('chooseFile') : t('uploadAgain')} />
          <Button size="small" variant="quiet" onClick={() => files.cancel(n)}>
            {t('dismiss')}
            <VisuallyHidden>{rowSuffix}</VisuallyHidden>
          </Button>
        </>
      }
    >
      {upload?.problem ? reasonOf(upload.problem) : t('interruptedHint')}
    </Notice>
  )
}

/** Statuses that only the server can explain: what the content is, that it stopped arriving, what is full or away. */
const explained = new Set([408, 413, 422, 503, 507])

const reasonOf = ({ status, serverDetail, text }: Problem) =>
  explained.has(status) && serverDetail ? serverDetail : text

/** What may be uploaded, before anything is. */
export function UploadLimit() {
  const { maxMb, types } = useFileLimits()
  if (maxMb === 0) return null
  const names = new Set(types.map(({ type }) => typeName(type, types)))
  return <p className={styles.limit}>{t('limit', { types: [...names].join(', '), max: String(maxMb) })}</p>
}

interface UploadLimitProps {
  rows: readonly LanguageRow[]
  n: number
  revisions: readonly RevisionDate[]
}

/** Marks a version that the entered dates and files make older than the English one, and one whose file gets today's date. */
export function DateNote({ rows, n, revisions }: UploadLimitProps) {
  const row = rows[n]
  if (!row) return null
  const isProposed = isReplaced(row) && row.revisionDate === today(new Date())
  const isOlder = willBeOlderThanEnglish(row, rows, revisions)
  if (!isProposed && !isOlder) return null
  return <p className={styles.muted}>{isProposed ? t('todayProposed') : t('olderThanEnglish')}</p>
}
