// The buttons that choose a file for a row; on devices with a camera also one that takes a photo.
import t from 'messages:staff/files'
import Camera from 'lucide-react/icons/camera'
import Upload from 'lucide-react/icons/upload'
import { type ChangeEvent, useRef } from 'react'
import { useFileLimits } from '../../../api/catalogue/files'
import { Button } from '../../../components/buttons/Button'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { rowId } from '../validation'
import styles from './FileField.module.css'
import type { RowFiles } from './useRowFiles'

const photoType = 'image/jpeg'

interface Props {
  n: number
  rowSuffix: string
  files: RowFiles
  label: string
  /** The ID of an error that the button refers to. */
  errorId: string | undefined
}

export function ChooseFile({ n, rowSuffix, files, label, errorId }: Props) {
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
        icon={<Upload aria-hidden />}
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
