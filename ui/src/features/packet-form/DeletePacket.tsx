// Deletes a packet after a confirmation.
import messages from 'messages:staff/packetForm'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { deletePacket, type Packet, reloadPackets } from '../../api/packets'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { announce } from '../../components/feedback/StatusLine'
import { Dialog } from '../../components/page/Dialog'
import { staffText } from '../../i18n/staffText'
import styles from './PacketForm.module.css'

const t = staffText(messages)

interface Props {
  packet: Packet
  etag: string | null
  /** Leaves the form. */
  onDeleted: () => void
}

export function DeletePacket({ packet: { id, title }, etag, onDeleted }: Props) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const deleting = useSingleMutation({
    mutationFn: () => deletePacket(id, etag),
    onSuccess: () => {
      reloadPackets(client)
      // Leaving the page clears earlier announcements.
      flushSync(onDeleted)
      announce(t('titleDeleted', { title }))
    },
  })
  return (
    <section aria-labelledby="packet-delete" className={styles.deletion}>
      <h2 id="packet-delete">{t('delete')}</h2>
      <p>{t('deletionHint')}</p>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('deletePacketButton')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        role="alertdialog"
        title={t('deletePacketQuestion')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('cancel')}</Button>
            <Button variant="danger" busy={deleting.isPending} onClick={() => deleting.mutate()}>
              {t('delete')}
            </Button>
          </>
        }
      >
        <p dir="auto">{title}</p>
        {deleting.isError && (
          <Notice kind="error" title={t('packetNotDeleted')}>
            {asProblem(deleting.error).text}
          </Notice>
        )}
      </Dialog>
    </section>
  )
}
