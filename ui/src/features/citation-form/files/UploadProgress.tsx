// A running upload: its progress, on screen and for screen readers, and a button that cancels it.
import t from 'messages:staff/files'
import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '../../../components/buttons/Button'
import { announce } from '../../../components/feedback/StatusLine'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { rowId } from '../validation'
import styles from './FileField.module.css'
import type { Upload } from './uploads'
import type { RowFiles } from './useRowFiles'

interface Props {
  n: number
  upload: Upload
  rowSuffix: string
  files: RowFiles
  /** The ID of an error that the button refers to. */
  errorId: string | undefined
}

export function UploadProgress({ n, upload, rowSuffix, files, errorId }: Props) {
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
        <span className={styles.muted}>{stateText(state, share)}</span>
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

function stateText(state: Upload['state'], share: number): string {
  if (state === 'waiting') return t('waiting')
  // Rounded down: 100% is not sent yet.
  return share === 1 ? t('checking') : t('percent', { share: Math.floor(share * 100) / 100 })
}
