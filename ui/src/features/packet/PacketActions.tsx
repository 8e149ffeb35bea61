// What can be done with a packet: print, QR code, link; for staff also order, edit and copy.
import messages from 'messages:en/packet'
import CopyPlus from 'lucide-react/icons/copy-plus'
import LinkIcon from 'lucide-react/icons/link'
import Pencil from 'lucide-react/icons/pencil'
import Printer from 'lucide-react/icons/printer'
import QrCode from 'lucide-react/icons/qr-code'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { useState } from 'react'
import { useConfig } from '../../api/config'
import type { ChoosableLanguage } from '../../api/languages'
import type { Packet } from '../../api/packets'
import { useUser } from '../../api/user'
import { Button, LinkButton } from '../../components/buttons/Button'
import { announce } from '../../components/feedback/Notice'
import { printPage } from '../../components/page/printPage'
import { useText } from '../../i18n/useText'
import { copyText } from '../../lib/clipboard'
import { lazyPart, PartBoundary } from '../../lib/page/lazyPart'
import { newPacketPath, packetEditPath, packetInLanguagePath } from '../../listPaths'
import { ShareButton } from '../../parts/share/ShareButton'
import styles from './PacketPage.module.css'
import type { ShownItem } from './shownItems'

const PacketQrDialog = lazyPart(() => import('./PacketQrDialog'))
const OrderAllDialog = lazyPart(() => import('./OrderAllDialog'))

interface Props {
  packet: Packet
  address: string
  items: readonly ShownItem[]
  language: ChoosableLanguage | null
}

export function PacketActions({ packet, address, items, language }: Props) {
  const t = useText(messages)
  const { signedIn } = useUser()
  const [dialog, setDialog] = useState<'qr' | 'order' | null>(null)
  const publicUrl = useConfig()?.publicUrl ?? window.location.origin
  const url = window.location.origin + packetInLanguagePath(address, language?.tag)
  const close = () => setDialog(null)
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div role="group" aria-label={t('actions')} className={styles.actions}>
        {signedIn && items.length > 0 && (
          <Button
            variant="primary"
            icon={<ShoppingCart aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setDialog('order')}
          >
            {t('addAll')}
          </Button>
        )}
        <Button icon={<QrCode aria-hidden />} aria-haspopup="dialog" onClick={() => setDialog('qr')}>
          {t('qrCode')}
        </Button>
        <Button icon={<Printer aria-hidden />} onClick={() => void printPage()}>
          {t('print')}
        </Button>
        <CopyLink url={url} />
        <ShareButton
          variant="secondary"
          title={packet.title}
          address={publicUrl + packetInLanguagePath(address, language?.tag)}
        />
        {packet.editable && (
          <LinkButton to={packetEditPath(packet.id)} icon={<Pencil aria-hidden />}>
            {t('edit')}
          </LinkButton>
        )}
        {signedIn && (
          <LinkButton to={newPacketPath({ from: address })} icon={<CopyPlus aria-hidden />}>
            {t('copyAsNew')}
          </LinkButton>
        )}
      </div>
      <PartBoundary onFailed={close}>
        {dialog === 'order' ? (
          <OrderAllDialog items={items} language={language} onClosed={close} />
        ) : (
          dialog && (
            <PacketQrDialog title={packet.title} address={address} language={language} url={url} onClosed={close} />
          )
        )}
      </PartBoundary>
    </>
  )
}

/** Copies the page's URL; where the browser does not allow it, the URL is shown. */
function CopyLink({ url }: { url: string }) {
  const t = useText(messages)
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const copy = async () => {
    try {
      await copyText(url)
      setOutcome('copied')
      announce(t('linkCopied'))
    } catch (error) {
      console.error('The link could not be copied:', error)
      setOutcome('failed')
    }
  }
  return (
    <>
      <Button icon={<LinkIcon aria-hidden />} onClick={() => void copy()}>
        {t('copyLink')}
      </Button>
      {outcome === 'copied' && <span className={styles.muted}>{t('linkCopied')}</span>}
      {outcome === 'failed' && (
        <p role="alert" className={styles.copyFailed}>
          {t('copyFailed')} <bdi dir="ltr">{url}</bdi>
        </p>
      )}
    </>
  )
}
