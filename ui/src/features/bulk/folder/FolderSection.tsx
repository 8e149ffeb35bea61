// Files for many handouts: they are chosen or dropped, matched by name, shown, and sent once that is confirmed.
import t from 'messages:staff/folder'
import { type ChangeEvent, useRef } from 'react'
import { MAX_MATCHED_NAMES } from '../../../api/catalogue/fileChanges'
import { useFileLimits } from '../../../api/catalogue/files'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Spinner } from '../../../components/feedback/Spinner'
import layout from '../../../components/page/Page.module.css'
import { ProblemNotice } from '../../../formkit/ProblemNotice'
import styles from './Folder.module.css'
import { FolderPlan } from './FolderPlan'
import { type FolderFile, filesOfInput } from './folderFiles'
import { useDroppedFolder, useFolder } from './useFolder'

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
