// The form that adds or edits a packet: bar, fields, handouts, history, and the dialogs.
import { type FormEvent, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { type PacketAnswer, packetAddress } from '../../api/packets'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { Overlay } from '../../components/feedback/Overlay'
import { PageHeading } from '../../components/page/PageHeading'
import { LeaveDialog } from '../../formkit/LeaveDialog'
import { dayAndTime } from '../../lib/dates/dateTimes'
import { useNavigationBlocker } from '../../lib/useNavigationBlocker'
import { useTitle } from '../../lib/useTitle'
import { packetPath, patterns } from '../../paths'
import { DeletePacket } from './DeletePacket'
import { PacketItems } from './items/PacketItems'
import { PacketBar } from './PacketBar'
import { PacketConflict } from './PacketConflict'
import { PacketFields } from './PacketFields'
import styles from './PacketForm.module.css'
import { PacketHistory } from './PacketHistory'
import type { PacketValues } from './packetValues'
import { usePacketForm } from './usePacketForm'

interface Props {
  /** The packet to edit; missing to add one. */
  loaded?: PacketAnswer
  /** Reloads the packet after a restore or a conflict. */
  reload?: () => Promise<unknown>
  /** The content of a new packet. */
  initial?: PacketValues
  draftName: string
}

export function PacketForm({ loaded, reload, initial, draftName }: Props) {
  const packet = loaded?.packet
  const heading = packet ? 'Edit packet' : 'New packet'
  useTitle(packet ? `Editing — ${packet.title}` : heading, true)
  const navigate = useNavigate()
  const state = usePacketForm({ loaded, initial, draftName })
  const { form, problem, isUnsaved } = state
  const [cancelling, setCancelling] = useState(false)
  const blocker = useNavigationBlocker({ unsaved: isUnsaved, unstored: isUnsaved && !state.isDraftStored })
  if (state.saved) return <Navigate to={packetPath(packetAddress(state.saved))} replace />

  const cancel = () => {
    setCancelling(true)
    navigate(packet ? packetPath(packetAddress(packet)) : patterns.myPackets)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    state.save()
  }
  const isStale = problem?.status === 412
  return (
    <form noValidate className={styles.page} onSubmit={submit}>
      <PacketBar
        title={packet?.title ?? 'New packet'}
        isSaving={state.isSaving}
        problem={isStale ? undefined : problem}
        onCancel={cancel}
      />
      <PageHeading>{heading}</PageHeading>
      {state.restoredAt && isUnsaved && (
        <Notice
          kind="info"
          title={`Your unsaved changes of ${dayAndTime(state.restoredAt)} were restored.`}
          actions={<Button onClick={state.discard}>Discard these changes</Button>}
        />
      )}
      <PacketFields form={form} />
      <PacketItems form={form} />
      {loaded && reload && (
        <>
          <PacketHistory
            id={loaded.packet.id}
            etag={loaded.etag}
            onRestored={() => {
              state.discard()
              return reload()
            }}
          />
          <DeletePacket packet={loaded.packet} etag={loaded.etag} onDeleted={state.endDraft} />
        </>
      )}
      {state.isSaving && <Overlay>Saving...</Overlay>}
      {isStale && packet && reload && (
        <PacketConflict
          id={packet.id}
          base={state.baseValues()}
          onDiscard={() => {
            state.discard()
            void reload()
          }}
          onKeep={state.mergeWith}
          onClose={state.dismiss}
        />
      )}
      <LeaveDialog
        blocker={blocker}
        discards={cancelling || !state.isDraftStored}
        onStay={() => {
          setCancelling(false)
          blocker.stay()
        }}
        onLeave={() => {
          if (cancelling) state.endDraft()
          blocker.leave()
        }}
      />
    </form>
  )
}
