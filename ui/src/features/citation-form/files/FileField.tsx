// The file of a row of the form: what is stored, the upload that is running or failed, and the buttons that change it.

import accessibilityText from 'messages:staff/accessibility'
import t from 'messages:staff/files'
import { useQuery } from '@tanstack/react-query'
import Camera from 'lucide-react/icons/camera'
import UploadIcon from 'lucide-react/icons/upload'
import { type ChangeEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import type { RevisionDate } from '../../../api/catalogue/citations'
import { checkedFileQuery, filePreviewPath, fileQuery, useFileLimits } from '../../../api/catalogue/files'
import { useLanguages } from '../../../api/languages'
import { Problem } from '../../../api/problem'
import { Button } from '../../../components/buttons/Button'
import { announce, Notice } from '../../../components/feedback/Notice'
import { FieldError } from '../../../components/form/TextField'
import { Preview } from '../../../components/page/Preview'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { dayOfInstant, today } from '../../../lib/dates/dates'
import { fileFacts } from '../../../lib/files/fileFacts'
import { isDrawn, typeName } from '../../../lib/files/fileTypes'
import { FileLink } from '../../../parts/files/FileLink'
import { FindingList, stateText } from '../../../parts/files/FindingList'
import type { LanguageRow, RowFile } from '../formValues'
import { rowId } from '../validation'
import styles from './FileField.module.css'
import fileReportsStyles from './FileReports.module.css'
import type { RowFiles, Upload } from './useRowFiles'
import { isReplaced, willBeOlderThanEnglish } from './useRowFiles'

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

const photoType = 'image/jpeg'

interface ChooseFileProps {
  n: number
  rowSuffix: string
  files: RowFiles
  label: string
  /** The ID of an error that the button refers to. */
  errorId: string | undefined
}

/** The buttons that choose a file for a row; on devices with a camera also one that takes a photo. */
function ChooseFile({ n, rowSuffix, files, label, errorId }: ChooseFileProps) {
  const { types } = useFileLimits()
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The same file can be chosen again.
    target.value = ''
    if (!file) return
    files.choose(n, { file, isFolder: false })
    // The pressed button is gone.
    document.getElementById(rowId(n, 'file'))?.focus()
  }
  // With these a phone converts its photos, and offers camera and photo library.
  const accept = types.flatMap(({ type, extensions }) => [type, ...extensions.map((one) => `.${one}`)]).join(',')
  return (
    <>
      <input ref={input} type="file" hidden accept={accept} onChange={choose} data-choose={n} />
      <input ref={camera} type="file" hidden accept={photoType} capture="environment" onChange={choose} />
      <Button
        id={rowId(n, 'file')}
        size="small"
        icon={<UploadIcon aria-hidden />}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        onClick={() => input.current?.click()}
      >
        {label}
        <VisuallyHidden>{rowSuffix}</VisuallyHidden>
      </Button>
      {types.some(({ type }) => type === photoType) && (
        <Button
          size="small"
          className={styles.camera}
          icon={<Camera aria-hidden />}
          onClick={() => camera.current?.click()}
        >
          {t('takePhoto')}
          <VisuallyHidden>{rowSuffix}</VisuallyHidden>
        </Button>
      )}
    </>
  )
}

interface UploadProgressProps {
  n: number
  upload: Upload
  rowSuffix: string
  files: RowFiles
  /** The ID of an error that the button refers to. */
  errorId: string | undefined
}

/** A running upload: its progress, on screen and for screen readers, and a button that cancels it. */
function UploadProgress({ n, upload, rowSuffix, files, errorId }: UploadProgressProps) {
  const { file, state, sent } = upload
  const share = file.size === 0 ? 0 : Math.min(1, sent / file.size)
  const quarter = Math.floor(share * 4)
  const isSingle = useSyncExternalStore(files.uploads.subscribe, () => files.uploads.current().size === 1)
  // External system: the screen reader. Several uploads would talk over one another.
  useEffect(() => {
    if (isSingle && quarter > 0 && quarter < 4) announce(t('progress', { name: file.name, share: quarter / 4 }))
  }, [isSingle, quarter, file])
  return (
    <div className={styles.upload}>
      <p className={styles.facts}>
        <bdi>{file.name}</bdi>
        <span className={styles.muted}>{progressText(state, share)}</span>
      </p>
      <progress
        aria-label={`${t('progressOf', { name: file.name })}${rowSuffix}`}
        max={1}
        value={state === 'running' && share === 1 ? undefined : share}
      />
      <Button id={rowId(n, 'file')} size="small" aria-describedby={errorId} onClick={() => files.cancel(n)}>
        {t('cancelUpload')}
        <VisuallyHidden>{`: ${file.name}${rowSuffix}`}</VisuallyHidden>
      </Button>
    </div>
  )
}

function progressText(state: Upload['state'], share: number): string {
  if (state === 'waiting') return t('waiting')
  // Rounded down: 100% is not sent yet.
  return share === 1 ? t('checking') : t('percent', { share: Math.floor(share * 100) / 100 })
}

interface FileReportsProps {
  file: RowFile
  /** The file that it replaces. */
  former: RowFile | null | undefined
  /** The language value of the row. */
  lang: string
}

/**
 * What a file of the form shows and lacks: its first page and the findings; a new file's beside those of the file it replaces.
 */
function FileReports({ file, former, lang }: FileReportsProps) {
  const tag = useLanguages().byValue(lang)?.tag ?? ''
  const isReplaced = former && former.digest !== file.digest && !former.withdrawn
  return (
    <div className={fileReportsStyles.reports}>
      {isReplaced && <Report file={former} tag={tag} heading={accessibilityText('before')} />}
      <Report file={file} tag={tag} heading={isReplaced ? accessibilityText('after') : null} />
    </div>
  )
}

function Report({ file, tag, heading }: { file: RowFile; tag: string; heading: string | null }) {
  const { types } = useFileLimits()
  const { data, isError } = useQuery(checkedFileQuery(file.digest, tag))
  if (data?.state === undefined || isError) return null
  const { findings, state, reason } = data
  return (
    <div className={fileReportsStyles.report}>
      {isDrawn(file.type) && <Preview address={filePreviewPath(file.digest)} type={typeName(file.type, types)} />}
      <div>
        {heading && <p className={fileReportsStyles.heading}>{heading}</p>}
        {findings.length > 0 ? (
          <FindingList findings={findings} />
        ) : (
          <p className={fileReportsStyles.state} role="status">
            {stateText(state, reason)}
          </p>
        )}
      </div>
    </div>
  )
}
