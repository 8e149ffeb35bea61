// Adds a handout to one of the person's packets, or starts a new one with it; for signed-in people.
import messages from 'messages:en/packetLinks'
import FolderPlus from 'lucide-react/icons/folder-plus'
import { useState } from 'react'
import { useConfig } from '../../api/config'
import { Button, IconButton } from '../../components/buttons/Button'
import { useText } from '../../i18n/useText'
import { lazyPart, PartBoundary } from '../../lib/page/lazyPart'

const AddToPacketDialog = lazyPart(() => import('./AddToPacketDialog'))

interface Props {
  /** The ID of the citation. */
  id: string
  title: string
  /** Only an icon, for rows. */
  isIcon?: boolean
}

export function AddToPacket({ id, title, isIcon = false }: Props) {
  const t = useText(messages)
  const signedIn = useConfig()?.signIn.signedIn ?? false
  const [open, setOpen] = useState(false)
  // An open dialog stays when the sign-in expires.
  if (!signedIn && !open) return null
  const shared = { 'aria-haspopup': 'dialog', onClick: () => setOpen(true) } as const
  return (
    <>
      {isIcon ? (
        <IconButton {...shared} label={t('addOf', { title })} tooltip={t('add')}>
          <FolderPlus aria-hidden />
        </IconButton>
      ) : (
        <Button {...shared} variant="quiet" icon={<FolderPlus aria-hidden />}>
          {t('add')}
        </Button>
      )}
      <PartBoundary onFailed={() => setOpen(false)}>
        {open && <AddToPacketDialog id={id} title={title} onClosed={() => setOpen(false)} />}
      </PartBoundary>
    </>
  )
}
