// The QR code of a language version; its URL can be copied too.
import messages from 'messages:en/qr'
import { qrPath } from '../../../api/catalogue/citations'
import { useConfig } from '../../../api/config'
import { Button } from '../../../components/buttons/Button'
import { CodeDialog, CodeTarget } from '../../../components/page/CodeDialog'
import { useText } from '../../../i18n/useText'
import { copyText } from '../../../lib/clipboard'
import { typedAddress } from '../../../lib/text/typedAddress'
import { NamedLanguage, useLanguageName } from '../../../parts/language/LanguageName'

interface Props {
  id: string
  title: string
  lang: string
  itemNumber: string | null
  url: string
  /** Called when the closing animation ends. */
  onClosed: () => void
}

export default function QrDialog({ id, title, lang, itemNumber, url, onClosed }: Props) {
  const t = useText(messages)
  const typed = typedAddress(useConfig()?.publicUrl, itemNumber)
  return (
    <CodeDialog
      title={t('title')}
      images={{ code: qrPath(id, url, 'code'), card: qrPath(id, url, 'card') }}
      alt={t('alt', { title, language: useLanguageName()(lang) })}
      fileName="qrcode.png"
      labels={{ copy: t('copyImage'), download: t('download') }}
      onClosed={onClosed}
      before={({ close }) => (
        <Button variant="quiet" onClick={close}>
          {t('cancel')}
        </Button>
      )}
      after={({ thenClose }) => (
        <Button variant="primary" onClick={thenClose(() => copyText(url))}>
          {t('copyUrl')}
        </Button>
      )}
    >
      <CodeTarget title={title} language={<NamedLanguage value={lang} />} typed={typed} url={url} />
    </CodeDialog>
  )
}
