// The QR code of a language version: copy it as a card, download it where copying is not possible, or copy its URL.
import messages from 'messages:en/qr'
import { useEffect, useState } from 'react'
import { qrPath } from '../../../api/catalogue/citations'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Dialog } from '../../../components/page/Dialog'
import { useText } from '../../../i18n/useText'
import { canCopyImages, copyImage, copyText } from '../../../lib/clipboard'
import { saveFile } from '../../../lib/saveFile'
import { NamedLanguage } from '../../../session/language/LanguageName'
import styles from './QrDialog.module.css'

interface Props {
  id: string
  title: string
  lang: string
  url: string
  /** Called when the closing animation ends. */
  onClosed: () => void
}

export default function QrDialog({ id, title, lang, url, onClosed }: Props) {
  const t = useText(messages)
  const [open, setOpen] = useState(true)
  const [copies, setCopies] = useState<boolean | null>(null)
  const [failed, setFailed] = useState(false)
  // External system: the browser's permissions.
  useEffect(() => {
    canCopyImages().then(setCopies)
  }, [])

  const card = async () => {
    const response = await fetch(qrPath(id, url, 'card'))
    if (!response.ok) throw new Error(`The image could not be fetched: ${response.status}`)
    return response.blob()
  }
  /** Runs an action and closes the dialog; a failure is logged and shown in place. */
  const thenClose = (work: () => Promise<void>) => async () => {
    setFailed(false)
    try {
      await work()
      setOpen(false)
    } catch (error) {
      console.error('Copying failed:', error)
      setFailed(true)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      title={t('title')}
      footer={
        <>
          <Button variant="quiet" onClick={() => setOpen(false)}>
            {t('cancel')}
          </Button>
          {copies === false ? (
            <Button onClick={thenClose(async () => saveFile(await card(), 'qrcode.png'))}>{t('download')}</Button>
          ) : (
            <Button aria-disabled={copies === null} onClick={thenClose(() => copyImage(card()))}>
              {t('copyImage')}
            </Button>
          )}
          <Button variant="primary" onClick={thenClose(() => copyText(url))}>
            {t('copyUrl')}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <img
          className={styles.code}
          src={qrPath(id, url, 'code')}
          alt={t('alt', { title, language: lang })}
          width={192}
          height={192}
        />
        <p className={styles.title} dir="auto">
          {title}
        </p>
        <p className={styles.lang}>
          <NamedLanguage value={lang} />
        </p>
        <p className={styles.url} dir="ltr">
          {url}
        </p>
        {failed && (
          <Notice kind="error" title={t('failed')}>
            {t('failedHint')}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
