// A button that shows the QR code of a language version.
import messages from 'messages:en/citation'
import QrCode from 'lucide-react/icons/qr-code'
import { type Citation, type LanguageVersion, openedUrl } from '../../../api/catalogue/citations'
import { DialogButton } from '../../../components/page/DialogButton'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { useText } from '../../../i18n/useText'
import { lazyPart } from '../../../lib/page/lazyPart'
import { useLanguageName } from '../../../parts/language/LanguageName'

const QrDialog = lazyPart(() => import('./QrDialog'))

interface Props {
  citation: Citation
  version: LanguageVersion
  size?: 'normal' | 'small'
  className?: string
}

export function CodeButton({ citation, version, size = 'normal', className }: Props) {
  const t = useText(messages)
  const url = openedUrl(version)
  const name = useLanguageName()(version.lang)
  return (
    <DialogButton
      variant="quiet"
      size={size}
      className={className}
      icon={<QrCode aria-hidden />}
      dialog={({ unmount }) =>
        url && (
          <QrDialog
            id={citation.id}
            title={version.title ?? citation.title}
            lang={version.lang}
            itemNumber={version.ksbgNumber}
            url={url}
            onClosed={unmount}
          />
        )
      }
    >
      {t('qrCode')}
      <VisuallyHidden>{`: ${name}`}</VisuallyHidden>
    </DialogButton>
  )
}
