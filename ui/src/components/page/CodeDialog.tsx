// A QR code in a dialog: copy it as a card, or download the card where copying is not possible.
import messages from 'messages:en/qr'
import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '../../i18n/useText'
import { canCopyImages, copyImage } from '../../lib/clipboard'
import { saveFile } from '../../lib/files/saveFile'
import { Button } from '../buttons/Button'
import { ErrorNotice } from '../feedback/Notice'
import styles from './CodeDialog.module.css'
import { Dialog } from './Dialog'
import { TypedAddress } from './TypedAddress'

/** What the buttons of the dialog can do. */
interface CodeActions {
  close: () => void
  /** Runs an action and closes the dialog; a failure is logged and shown in place. */
  thenClose: (work: () => Promise<void>) => () => Promise<void>
}

interface Props {
  title: string
  /** The URLs of the images. */
  images: { code: string; card: string }
  alt: string
  /** The name of the downloaded card. */
  fileName: string
  labels: { copy: string; download: string }
  /** The other buttons, before and after the one for the card. */
  before?: (actions: CodeActions) => ReactNode
  after: (actions: CodeActions) => ReactNode
  /** Whether the code is to be scanned from the screen at arm's length. */
  isLarge?: boolean
  /** Called when the closing animation ends. */
  onClosed: () => void
  /** What the code leads to. */
  children: ReactNode
}

export function CodeDialog(props: Props) {
  const { title, images, alt, fileName, labels, before, after, isLarge = false, onClosed, children } = props
  const t = useText(messages)
  const [open, setOpen] = useState(true)
  const [canCopy, setCanCopy] = useState(true)
  const [failed, setFailed] = useState(false)
  // External system: the browser's permissions.
  useEffect(() => {
    canCopyImages().then(setCanCopy)
  }, [])
  const card = async () => {
    const response = await fetch(images.card)
    if (!response.ok) throw new Error(`The image could not be fetched: ${response.status}`)
    return response.blob()
  }
  const actions: CodeActions = {
    close: () => setOpen(false),
    thenClose: (work) => async () => {
      setFailed(false)
      try {
        await work()
        setOpen(false)
      } catch (error) {
        console.error('Copying failed:', error)
        setFailed(true)
      }
    },
  }
  return (
    <Dialog
      open={open}
      onClose={actions.close}
      onClosed={onClosed}
      title={title}
      footer={
        <>
          {before?.(actions)}
          {canCopy ? (
            <Button onClick={actions.thenClose(() => copyImage(card()))}>{labels.copy}</Button>
          ) : (
            <Button onClick={actions.thenClose(async () => saveFile(await card(), fileName))}>{labels.download}</Button>
          )}
          {after(actions)}
        </>
      }
    >
      <div className={styles.content} data-large={isLarge || undefined}>
        <img className={styles.code} src={images.code} alt={alt} width={192} height={192} />
        {children}
        <ErrorNotice title={t('failed')} text={failed && t('failedHint')} />
      </div>
    </Dialog>
  )
}

interface TargetProps {
  title: string
  /** The name of the language. */
  language: ReactNode
  hint?: string
  /** The address for those who cannot scan. */
  typed?: string | null
  url: string
}

/** The lines below a code. */
export const CodeTarget = ({ title, language, hint, typed, url }: TargetProps) => (
  <>
    <p className={styles.title} dir="auto">
      {title}
    </p>
    {language && <p className={styles.muted}>{language}</p>}
    {hint && <p>{hint}</p>}
    {typed && (
      <p className={styles.typed}>
        <TypedAddress address={typed} />
      </p>
    )}
    <p className={styles.url} dir="ltr">
      {url}
    </p>
  </>
)
