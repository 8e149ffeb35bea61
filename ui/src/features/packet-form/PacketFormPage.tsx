// The page that adds or edits a packet: loads the initial content and passes it to the form.
import packet from 'messages:en/packet'
import t from 'messages:staff/packetForm'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { existingCitationsQuery } from '../../api/catalogue/citations'
import { facetsQuery } from '../../api/catalogue/lookups'
import {
  deletePacket,
  latestPacketQuery,
  maxPacketItems,
  type Packet,
  type PacketAnswer,
  packetAddress,
  packetHistoryQuery,
  packetQuery,
  reloadPackets,
  restorePacket,
  savePacket,
} from '../../api/packets'
import type { Problem } from '../../api/problem'
import { useUser } from '../../api/user'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { announce, Notice } from '../../components/feedback/Notice'
import { Checkbox } from '../../components/form/Checkbox'
import { TextArea, TextField } from '../../components/form/TextField'
import { ConfirmDialog } from '../../components/page/Dialog'
import { PageHeading, useTitle } from '../../components/page/PageHeading'
import { ComboboxField } from '../../formkit/ComboboxField'
import { fieldOf } from '../../formkit/FormShell'
import { ProblemNotice } from '../../formkit/ProblemNotice'
import { LoadedRecord, RecordForm } from '../../formkit/RecordForm'
import { RecordHistory } from '../../formkit/RecordHistory'
import { useRecordForm } from '../../formkit/useRecordForm'
import { useText } from '../../i18n/useText'
import { packetPath, patterns } from '../../paths'
import { PacketItems } from './items/PacketItems'
import styles from './PacketForm.module.css'
import {
  changedLabels,
  copiedPacket,
  emptyPacket,
  fieldLabel,
  formField,
  gatheredPacket,
  type LeftOutCounts,
  limits,
  type NewPacket,
  type PacketValues,
  toInput,
  toVersion,
} from './packetValues'

const texts = {
  failure: t('packetNotLoaded'),
  missing: { title: t('packet'), headings: { 404: t('noPacketFound'), 410: t('packetDeleted') }, hint: <Search /> },
}

export default function PacketFormPage() {
  const { id } = useParams()
  const { search } = useLocation()
  const [parameters] = useSearchParams()
  if (id !== undefined) {
    return (
      <LoadedRecord key={id} query={packetQuery(id)} {...texts}>
        {(loaded, reload) =>
          loaded.packet.editable ? (
            <PacketForm key={loaded.etag} loaded={loaded} reload={reload} draftName={loaded.packet.id} />
          ) : (
            <Refused />
          )
        }
      </LoadedRecord>
    )
  }
  const from = parameters.get('from')
  if (from !== null) {
    return (
      <LoadedRecord key={search} query={packetQuery(from)} {...texts}>
        {({ packet }) => <PacketForm initial={copiedPacket(packet)} draftName={`copy:${from}`} />}
      </LoadedRecord>
    )
  }
  const all = [...new Set(parameters.getAll('citation'))]
  const ids = all.slice(0, maxPacketItems)
  return (
    <LoadedRecord key={search} query={existingCitationsQuery(ids)} {...texts}>
      {(citations) => (
        <PacketForm
          initial={gatheredPacket(all, citations)}
          draftName={['new', ids.join(' ')].filter(Boolean).join(':')}
        />
      )}
    </LoadedRecord>
  )
}

function Refused() {
  useTitle(t('packet'), true)
  return <PageHeading>{t('youCannotChangePacket')}</PageHeading>
}

function Search() {
  const t = useText(packet)
  return (
    <p>
      <Link to={patterns.home}>{t('search')}</Link>
    </p>
  )
}

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

/** The form that adds or edits a packet: fields, handouts, history, and deletion. */
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

const tooLong = (max: number) => t('atMostMaxCharacters', { max })

/** Title, description, department and publication of a packet. */
function PacketFields({ form }: { form: UseFormReturn<PacketValues> }) {
  const { may } = useUser()
  const departments = useQuery(facetsQuery).data?.departments?.buckets ?? []
  return (
    <div className={styles.fields}>
      <TextField
        {...fieldOf(form, 'title', {
          validate: (text) => text.trim() !== '' || t('titleRequired'),
          maxLength: { value: limits.title, message: tooLong(limits.title) },
        })}
        label={t('title')}
        required
        dir="auto"
        autoComplete="off"
        hint={t('titleHint')}
      />
      <TextArea
        {...fieldOf(form, 'description', {
          maxLength: { value: limits.description, message: tooLong(limits.description) },
        })}
        label={t('description')}
        rows={3}
        dir="auto"
        hint={t('familiesSeeBelowTitle')}
      />
      <ComboboxField
        form={form}
        name="department"
        label={t('department')}
        clearable
        options={departments.map(({ value }) => value)}
      />
      {may('manageCatalogue') && <Checkbox {...form.register('published')}>{t('publishedLabel')}</Checkbox>}
    </div>
  )
}

interface DeletePacketProps {
  packet: Packet
  etag: string | null
  /** Leaves the form. */
  onDeleted: () => void
}

/** Deletes a packet after a confirmation. */
function DeletePacket({ packet: { id, title }, etag, onDeleted }: DeletePacketProps) {
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
