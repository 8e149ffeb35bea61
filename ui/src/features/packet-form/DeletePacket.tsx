// Deletes a packet after a confirmation.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { deletePacket, type Packet, reloadPackets } from '../../api/packets'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { announce } from '../../components/feedback/StatusLine'
import { Dialog } from '../../components/page/Dialog'
import { patterns } from '../../paths'
import styles from './PacketForm.module.css'

interface Props {
  packet: Packet
  etag: string | null
  /** Called before the form is left. */
  onDeleted: () => void
}

export function DeletePacket({ packet: { id, title, published }, etag, onDeleted }: Props) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const deleting = useMutation({
    mutationFn: () => deletePacket(id, etag),
    onSuccess: () => {
      onDeleted()
      announce(`${title} was deleted.`)
      navigate(published ? patterns.packets : patterns.myPackets, { replace: true })
      reloadPackets(client)
    },
  })
  return (
    <section aria-labelledby="packet-delete" className={styles.deletion}>
      <h2 id="packet-delete">Delete</h2>
      <p>Families who open the packet later read that it is no longer available. Its handouts stay in the catalogue.</p>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Delete packet…
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        role="alertdialog"
        title="Delete this packet?"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="danger" busy={deleting.isPending} onClick={() => deleting.mutate()}>
              Delete
            </Button>
          </>
        }
      >
        <p dir="auto">{title}</p>
        {deleting.isError && (
          <Notice kind="error" title="The packet was not deleted.">
            {asProblem(deleting.error).text}
          </Notice>
        )}
      </Dialog>
    </section>
  )
}
