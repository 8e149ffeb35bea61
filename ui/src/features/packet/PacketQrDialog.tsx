// The QR code of a packet, to show to a family.
import messages from 'messages:en/packet'
import type { ChoosableLanguage } from '../../api/languages'
import { packetQrPath } from '../../api/packets'
import { Button } from '../../components/buttons/Button'
import { CodeDialog, CodeTarget } from '../../components/page/CodeDialog'
import { useText } from '../../i18n/useText'
import { OwnName } from '../../parts/language/LanguageName'

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
  const lang = language?.tag ?? null
  return (
    <CodeDialog
      title={t('qrCode')}
      images={{ code: packetQrPath(address, lang, 'code'), card: packetQrPath(address, lang, 'card') }}
      alt={t('qrAlt', { title })}
      fileName="packet.png"
      labels={{ copy: t('copyImage'), download: t('downloadImage') }}
      isLarge
      onClosed={onClosed}
      after={({ close }) => (
        <Button variant="primary" data-autofocus onClick={close}>
          {t('close')}
        </Button>
      )}
    >
      <CodeTarget title={title} language={language && <OwnName language={language} />} hint={t('qrHint')} url={url} />
    </CodeDialog>
  )
}
