// The QR code of a packet, to show to a family: copy or save it as a card.
import messages from 'messages:en/packet'
import { useEffect, useState } from 'react'
import type { ChoosableLanguage } from '../../api/languages'
import { packetQrPath } from '../../api/packets'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { Dialog } from '../../components/page/Dialog'
import { useText } from '../../i18n/useText'
import { canCopyImages, copyImage } from '../../lib/clipboard'
import { saveFile } from '../../lib/saveFile'
import { OwnName } from '../../session/language/LanguageName'
import styles from './PacketQrDialog.module.css'

interface Props {
  title: string
  address: string
  language: ChoosableLanguage | null
  /** The target of the code. */
  url: string
  /** Called when the closing animation ends. */
  onClosed: () => void
}

export default function PacketQrDialog({ title, address, language, url, onClosed }: Props) {
  const t = useText(messages)
  const [open, setOpen] = useState(true)
  const [copies, setCopies] = useState(false)
  const [failed, setFailed] = useState(false)
  const lang = language?.tag ?? null
  // External system: the browser's permissions.
  useEffect(() => {
    canCopyImages().then(setCopies)
  }, [])
  const card = async () => {
    const response = await fetch(packetQrPath(address, lang, 'card'))
    if (!response.ok) throw new Error(`The image could not be fetched: ${response.status}`)
    return response.blob()
  }
  const take = async () => {
    setFailed(false)
    try {
      if (copies) await copyImage(card())
      else saveFile(await card(), 'packet.png')
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
      title={t('qrCode')}
      footer={
        <>
          <Button onClick={() => void take()}>{t(copies ? 'copyImage' : 'downloadImage')}</Button>
          <Button variant="primary" data-autofocus onClick={() => setOpen(false)}>
            {t('close')}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <img
          className={styles.code}
          src={packetQrPath(address, lang, 'code')}
          alt={t('qrAlt', { title })}
          width={192}
          height={192}
        />
        <p className={styles.title} dir="auto">
          {title}
        </p>
        {language && (
          <p className={styles.muted}>
            <OwnName language={language} />
          </p>
        )}
        <p>{t('qrHint')}</p>
        <p className={styles.url} dir="ltr">
          {url}
        </p>
        {failed && (
          <Notice kind="error" title={t('nothingCopied')}>
            {t('nothingCopiedHint')}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
