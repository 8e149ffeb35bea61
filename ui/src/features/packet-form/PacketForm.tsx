// The form that adds or edits a packet: bar, fields, handouts, history, and the dialogs.
import messages from 'messages:staff/packetForm'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { type PacketAnswer, packetAddress, packetHistoryQuery, restorePacket } from '../../api/packets'
import type { Problem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { Overlay } from '../../components/feedback/Overlay'
import { focusHeading, PageHeading } from '../../components/page/PageHeading'
import { FormBar } from '../../formkit/FormBar'
import { FormShell } from '../../formkit/FormShell'
import { LeaveDialog } from '../../formkit/LeaveDialog'
import { RecordHistory } from '../../formkit/RecordHistory'
import { staffText } from '../../i18n/staffText'
import { dayAndTime } from '../../lib/dates/dateTimes'
import { useNavigationBlocker } from '../../lib/useNavigationBlocker'
import { useTitle } from '../../lib/useTitle'
import { packetPath, patterns } from '../../paths'
import { DeletePacket } from './DeletePacket'
import { PacketItems } from './items/PacketItems'
import { LeftOut } from './LeftOut'
import { PacketConflict } from './PacketConflict'
import { PacketFields } from './PacketFields'
import styles from './PacketForm.module.css'
import { fieldLabel, type NewPacket } from './packetValues'
import { usePacketForm } from './usePacketForm'

const t = staffText(messages)

interface Props {
  /** The packet to edit; missing to add one. */
  loaded?: PacketAnswer
  /** Reloads the packet after a restore or a conflict. */
  reload?: () => Promise<unknown>
  /** The content of a new packet. */
  initial?: NewPacket
  draftName: string
}

/** Why a save failed. */
const reasonOf = ({ status, fieldErrors, text }: Problem) =>
  status === 410 ? t('somebodyElseDeleted') : (fieldErrors.find(({ field }) => field === 'published')?.message ?? text)

export function PacketForm({ loaded, reload, initial, draftName }: Props) {
  const packet = loaded?.packet
  const heading = packet ? t('editPacket') : t('newPacket')
  useTitle(packet ? t('editingTitle', { title: packet.title }) : heading, true)
  const navigate = useNavigate()
  const state = usePacketForm({ loaded, initial: initial?.values, draftName })
  const { form, problem, isUnsaved } = state
  const [cancelling, setCancelling] = useState(false)
  const blocker = useNavigationBlocker({ unsaved: isUnsaved, unstored: isUnsaved && !state.isDraftStored })
  if (state.saved) return <Navigate to={packetPath(packetAddress(state.saved))} replace />
  if (state.isDeleted) return <Navigate to={packet?.published ? patterns.packets : patterns.myPackets} replace />

  const cancel = () => {
    setCancelling(true)
    navigate(packet ? packetPath(packetAddress(packet)) : patterns.myPackets)
  }
  const isStale = problem?.status === 412
  return (
    <FormShell
      form={form}
      className={styles.page}
      busy={state.isSaving}
      // The server's errors of handouts belong to no field that validation would clear.
      onSubmitCapture={() => form.clearErrors()}
      onSubmit={state.save}
      onInvalid={state.saveInvalid}
    >
      <FormBar
        title={packet?.title ?? t('newPacket')}
        saveLabel={t('savePacket')}
        isSaving={state.isSaving}
        problem={isStale ? undefined : problem}
        failureTitle={t('packetNotSaved')}
        reason={problem && reasonOf(problem)}
        onCancel={cancel}
      />
      <PageHeading>{heading}</PageHeading>
      {initial && <LeftOut counts={initial.leftOut} />}
      {state.restoredAt && isUnsaved && (
        <Notice
          kind="info"
          title={t('changesRestored', { dayAndTime: dayAndTime(state.restoredAt) })}
          actions={
            <Button
              onClick={() => {
                focusHeading()
                state.discard()
              }}
            >
              {t('discardChanges')}
            </Button>
          }
        />
      )}
      <PacketFields form={form} />
      <PacketItems form={form} />
      {loaded && reload && (
        <>
          <PacketHistory
            id={loaded.packet.id}
            etag={state.newestEtag}
            onRestored={() => {
              state.discard()
              return reload()
            }}
          />
          <DeletePacket packet={loaded.packet} etag={state.newestEtag} onDeleted={state.markDeleted} />
        </>
      )}
      {state.isSaving && <Overlay>{t('saving')}</Overlay>}
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
          if (cancelling) state.deleteDraft()
          blocker.leave()
        }}
      />
    </FormShell>
  )
}

interface HistoryProps {
  id: string
  etag: string | null
  onRestored: () => Promise<unknown>
}

const PacketHistory = ({ id, etag, onRestored }: HistoryProps) => (
  <RecordHistory
    versions={useQuery(packetHistoryQuery(id))}
    fieldLabel={fieldLabel}
    restore={(version) => restorePacket(id, version, etag)}
    onRestored={onRestored}
  />
)
