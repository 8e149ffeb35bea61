// Deletes a packet after a confirmation.

import t from 'messages:staff/packetForm'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { deletePacket, type Packet, reloadPackets } from '../../api/packets'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { announce } from '../../components/feedback/StatusLine'
import { ConfirmDialog } from '../../components/page/Dialog'
import { ProblemNotice } from '../../formkit/ProblemNotice'
import styles from './PacketForm.module.css'

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
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('deletePacketQuestion')}
        cancel={t('cancel')}
        confirm={t('delete')}
        busy={deleting.isPending}
        onConfirm={() => deleting.mutate()}
      >
        <p dir="auto">{title}</p>
        <ProblemNotice title={t('packetNotDeleted')} call={deleting} />
      </ConfirmDialog>
    </section>
  )
}
