// The form that adds or edits a packet: fields, handouts, history, and deletion.
import t from 'messages:staff/packetForm'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FieldPath } from 'react-hook-form'
import { Navigate } from 'react-router-dom'
import {
  latestPacketQuery,
  type PacketAnswer,
  packetAddress,
  packetHistoryQuery,
  reloadPackets,
  restorePacket,
  savePacket,
} from '../../api/packets'
import type { Problem } from '../../api/problem'
import { Notice } from '../../components/feedback/Notice'
import { PageHeading } from '../../components/page/PageHeading'
import { RecordForm } from '../../formkit/RecordForm'
import { RecordHistory } from '../../formkit/RecordHistory'
import { useRecordForm } from '../../formkit/useRecordForm'
import { useTitle } from '../../lib/useTitle'
import { packetPath, patterns } from '../../paths'
import { DeletePacket } from './DeletePacket'
import { PacketItems } from './items/PacketItems'
import { PacketFields } from './PacketFields'
import styles from './PacketForm.module.css'
import {
  changedLabels,
  emptyPacket,
  fieldLabel,
  formField,
  type LeftOutCounts,
  limits,
  type NewPacket,
  type PacketValues,
  toInput,
  toVersion,
} from './packetValues'

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
  const state = usePacketForm({ loaded, reload, initial: initial?.values, draftName })
  const { form, problem, showLatest, newestEtag } = state
  if (state.saved) return <Navigate to={packetPath(packetAddress(state.saved))} replace />
  if (state.isDeleted) return <Navigate to={packet?.published ? patterns.packets : patterns.myPackets} replace />

  /** Sends an invalid form too: the server refuses it, and names its handouts that may not be added. */
  const saveInvalid = () => {
    const values = form.getValues()
    if (values.items.length > 0) state.save(values)
  }
  return (
    <RecordForm
      state={state}
      className={styles.page}
      title={packet?.title ?? t('newPacket')}
      saveLabel={t('savePacket')}
      failureTitle={t('packetNotSaved')}
      reason={problem && reasonOf(problem)}
      cancelPath={packet ? packetPath(packetAddress(packet)) : patterns.myPackets}
      // The server's errors of handouts belong to no field that validation would clear.
      onSubmitCapture={() => form.clearErrors()}
      onInvalid={saveInvalid}
      conflict={
        packet && {
          title: t('somebodyElseChangedPacket'),
          newest: { ...latestPacketQuery(packet.id), select: toVersion },
          changedLabels,
        }
      }
      heading={
        <>
          <PageHeading>{heading}</PageHeading>
          {initial && <LeftOut counts={initial.leftOut} />}
        </>
      }
    >
      <PacketFields form={form} />
      <PacketItems form={form} />
      {packet && showLatest && (
        <>
          <PacketHistory id={packet.id} etag={newestEtag} onRestored={showLatest} />
          <DeletePacket packet={packet} etag={newestEtag} onDeleted={state.markDeleted} />
        </>
      )}
    </RecordForm>
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

/** How many handouts a new packet did not take over, and why. */
function LeftOut({ counts: { obsolete, tooMany, missing } }: { counts: LeftOutCounts }) {
  const count = obsolete + tooMany + missing
  if (count === 0) return null
  const reasons = [
    obsolete > 0 && t('leftOutObsolete', { count: obsolete }),
    missing > 0 && t('leftOutMissing', { count: missing }),
    tooMany > 0 && t('leftOutTooMany', { count: tooMany }),
    tooMany > 0 && t('packetIsFull', limits),
  ]
  return (
    <Notice kind="info" title={t('leftOut', { count })}>
      {reasons.filter(Boolean).join(' ')}
    </Notice>
  )
}

interface Options {
  /** The packet to edit; undefined to add one. */
  loaded: PacketAnswer | undefined
  reload: (() => Promise<unknown>) | undefined
  /** The content of a new packet, which is not saved yet. */
  initial: PacketValues | undefined
  /** The name of the draft. */
  draftName: string
}

function usePacketForm({ loaded, reload, initial, draftName }: Options) {
  const client = useQueryClient()
  return useRecordForm({
    draftName: `packet:${draftName}`,
    loaded: loaded ? toVersion(loaded) : { base: emptyPacket, etag: null },
    reload,
    valuesOf: (values) => values,
    initial,
    saved: toInput,
    save: (values, { etag }) => savePacket(toInput(values), loaded?.packet.id, etag),
    onSaved: () => reloadPackets(client),
    onRefused: ({ fieldErrors }, form) =>
      fieldErrors.forEach(({ field, message }, n) => {
        form.setError(formField(field) as FieldPath<PacketValues>, { message }, { shouldFocus: n === 0 })
      }),
  })
}
