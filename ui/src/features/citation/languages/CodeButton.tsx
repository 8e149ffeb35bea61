// A button that shows the QR code of a language version.
import messages from 'messages:en/citation'
import QrCode from 'lucide-react/icons/qr-code'
import { useState } from 'react'
import { type Citation, type LanguageVersion, openedUrl } from '../../../api/catalogue/citations'
import { Button } from '../../../components/buttons/Button'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { useText } from '../../../i18n/useText'
import { lazyPart } from '../../../lib/page/lazyPart'
import { PartBoundary } from '../../../lib/page/PartBoundary'
import { useLanguageName } from '../../../session/language/LanguageName'

const QrDialog = lazyPart(() => import('./QrDialog'))

interface Props {
  citation: Citation
  version: LanguageVersion
  size?: 'normal' | 'small'
  className?: string
}

export function CodeButton({ citation, version, size = 'normal', className }: Props) {
  const t = useText(messages)
  const [open, setOpen] = useState(false)
  const url = openedUrl(version)
  return (
    <>
      <Button
        variant="quiet"
        size={size}
        className={className}
        icon={<QrCode aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('qrCode')}
        <VisuallyHidden>{`: ${useLanguageName()(version.lang)}`}</VisuallyHidden>
      </Button>
      <PartBoundary onFailed={() => setOpen(false)}>
        {open && url && (
          <QrDialog
            id={citation.id}
            title={version.title ?? citation.title}
            lang={version.lang}
            itemNumber={version.ksbgNumber}
            url={url}
            onClosed={() => setOpen(false)}
          />
        )}
      </PartBoundary>
    </>
  )
}
