// Files for many handouts: they are chosen or dropped, matched by name, shown, and sent once that is confirmed.
import t from 'messages:staff/folder'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { MAX_MATCHED_NAMES, matchFiles } from '../../../api/catalogue/fileChanges'
import { useFileLimits } from '../../../api/catalogue/files'
import { Button, Spinner } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import layout from '../../../components/page/Page.module.css'
import { ProblemNotice } from '../../../formkit/ProblemNotice'
import styles from './Folder.module.css'
import { FolderPlan } from './FolderPlan'
import { type FolderFile, filesOfDrop, filesOfInput, withContents } from './plan'

const most = new Intl.NumberFormat('en-US').format(MAX_MATCHED_NAMES)

export function FolderSection() {
  const { count, files, isPending, error, take, retry, reset } = useFolder()
  const heading = useRef<HTMLHeadingElement>(null)
  const isChoosing = files === null && !isPending
  const isOver = useDroppedFolder(isChoosing, take)
  const startOver = () => {
    reset()
    heading.current?.focus()
  }
  return (
    <section aria-labelledby="folder" className={layout.section}>
      <h2 id="folder" ref={heading} tabIndex={-1}>
        {t('title')}
      </h2>
      {files === null && <p>{t('introduction')}</p>}
      {isChoosing && <Chooser isOver={isOver} onFiles={take} />}
      {isPending && (
        <p role="status" className={styles.line}>
          <Spinner /> {count === null ? t('collecting') : t('matching', { count })}
        </p>
      )}
      {isChoosing && !error && count !== null && (
        <Notice kind="error" title={count === 0 ? t('noFiles') : t('tooMany', { count, max: most })} />
      )}
      <ProblemNotice title={t('notMatched')} call={{ error, refetch: retry }} />
      {files && <FolderPlan files={files} onStartOver={startOver} />}
    </section>
  )
}

function Chooser({ isOver, onFiles }: { isOver: boolean; onFiles: (files: FolderFile[]) => void }) {
  const { maxMb } = useFileLimits()
  const several = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = filesOfInput(target.files ?? [])
    // The same files can be chosen again.
    target.value = ''
    if (chosen.length > 0) onFiles(chosen)
  }
  return (
    <div className={styles.drop} data-over={isOver || undefined}>
      <input ref={several} type="file" multiple hidden onChange={choose} data-choose="files" />
      <input
        ref={(element) => {
          folder.current = element
          // React has no property for it.
          element?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        multiple
        hidden
        onChange={choose}
        data-choose="folder"
      />
      <p>{t('dropHere')}</p>
      <div className={styles.line}>
        <Button onClick={() => several.current?.click()}>{t('chooseFiles')}</Button>
        <Button onClick={() => folder.current?.click()}>{t('chooseFolder')}</Button>
      </div>
      {maxMb > 0 && <p className={styles.muted}>{t('limit', { max: most, maxMb: String(maxMb) })}</p>}
    </div>
  )
}

/** The files that were chosen or dropped, from reading them to the plan. */
function useFolder() {
  const { maxMb } = useFileLimits()
  /** The number of files; null while a folder is being read. */
  const [count, setCount] = useState<number | null>(null)
  const matching = useMutation({
    mutationFn: async (given: Promise<FolderFile[]> | FolderFile[]) => {
      const files = await given
      setCount(files.length)
      if (files.length === 0 || files.length > MAX_MATCHED_NAMES) return null
      return withContents(files, await matchFiles(files.map(({ path }) => path)), maxMb)
    },
    onMutate: () => setCount(null),
  })
  return {
    count,
    files: matching.data ?? null,
    isPending: matching.isPending,
    error: matching.error,
    take: (files: Promise<FolderFile[]> | FolderFile[]) => matching.mutate(files),
    retry: () => matching.variables && matching.mutate(matching.variables),
    reset: () => {
      setCount(null)
      matching.reset()
    },
  }
}

/** A file input and a dialog take their own drops. */
const isElsewhere = (target: EventTarget | null) =>
  (target instanceof Element && target.closest('input[type="file"]') !== null) ||
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** Takes what is dropped anywhere on the page; returns whether files are being dragged over it. */
function useDroppedFolder(enabled: boolean, onFiles: (files: Promise<FolderFile[]>) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  latest.current = onFiles
  // External system: the page. Without this, a file dropped beside the inputs would replace the page.
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.some((type) => type === 'Files') ?? false
    const dragOver = (event: DragEvent) => {
      if (!hasFiles(event) || isElsewhere(event.target)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = enabled ? 'copy' : 'none'
      setOver(enabled)
    }
    const dragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event) || isElsewhere(event.target)) return
      event.preventDefault()
      if (enabled && event.dataTransfer) latest.current(filesOfDrop(event.dataTransfer.items))
    }
    document.addEventListener('dragover', dragOver)
    document.addEventListener('dragleave', dragLeave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', dragOver)
      document.removeEventListener('dragleave', dragLeave)
      document.removeEventListener('drop', drop)
    }
  }, [enabled])
  return isOver
}
