// The stored files of an order's lines: as ordered, and as they are now where that differs.
import t from 'messages:staff/copyCenter'
import { orderFilesPath } from '../../../api/orders/copyCenter'
import type { OrderLine } from '../../../api/orders/orders'
import { buttonClass } from '../../../components/buttons/Button'
import { Badge } from '../../../components/feedback/Badge'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import styles from './OrderDetailPage.module.css'

/** `fileNow` is absent while the version has what was ordered. */
const hasChanged = ({ fileNow }: OrderLine) => fileNow !== undefined

function changeText({ file, fileNow }: OrderLine): string {
  if (!fileNow) return t('fileRemoved')
  return file ? t('fileChanged') : t('fileAdded')
}

/** Opens the file of a line in a tab of its own, and says if the handout has another file since the order. */
export function LineFile({ line }: { line: OrderLine }) {
  const { file, fileNow, title, lang } = line
  if (!file && !fileNow) return null
  const link = (url: string, text: string) => (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
      <VisuallyHidden>{t('opensFile', { title, lang })}</VisuallyHidden>
    </a>
  )
  return (
    <div className={styles.file}>
      {file && link(file.url, hasChanged(line) ? t('orderedFile') : t('openFile'))}
      {fileNow && link(fileNow.url, t('currentFile'))}
      {hasChanged(line) && <Badge strong>{changeText(line)}</Badge>}
    </div>
  )
}

/** Downloads the files of an order; nothing if no line has one. */
export function OrderFiles({ number, lines }: { number: string; lines: readonly OrderLine[] }) {
  if (!lines.some(({ file, fileNow }) => file || fileNow)) return null
  const link = (href: string, text: string) => (
    <a href={href} download className={buttonClass()} data-variant="secondary">
      {text}
    </a>
  )
  return (
    <>
      {link(orderFilesPath(number, 'ordered'), t('downloadFiles'))}
      {lines.some(hasChanged) && link(orderFilesPath(number, 'now'), t('downloadCurrentFiles'))}
    </>
  )
}
