// The page that adds or edits a packet: loads the initial content and passes it to the form.
import messages from 'messages:staff/packetForm'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router-dom'
import { existingCitationsQuery } from '../../api/catalogue/citations'
import { maxPacketItems, packetQuery } from '../../api/packets'
import { asProblem } from '../../api/problem'
import { LoadingFailure } from '../../components/feedback/LoadingFailure'
import { PageHeading } from '../../components/page/PageHeading'
import { staffText } from '../../i18n/staffText'
import { useTitle } from '../../lib/useTitle'
import { PacketForm } from './PacketForm'
import { copiedPacket, gatheredPacket } from './packetValues'

const t = staffText(messages)

export default function PacketFormPage() {
  const { id } = useParams()
  const { search } = useLocation()
  const [parameters] = useSearchParams()
  const from = parameters.get('from')
  if (id !== undefined) return <Edit key={id} id={id} />
  return from === null ? <Gather key={search} /> : <Copy key={search} from={from} />
}

/** Only the person's own decision may replace the packet that is being edited. */
const once = { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false, gcTime: 0 }

function Edit({ id }: { id: string }) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...packetQuery(id), ...once })
  if (data && !data.packet.editable) return <Refused />
  // Not what another page has loaded: the newest version would replace the form while the person is typing.
  if (data && isFetchedAfterMount)
    return <PacketForm key={data.etag} loaded={data} reload={() => refetch()} draftName={data.packet.id} />
  return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />
}

function Copy({ from }: { from: string }) {
  const { data, error, refetch } = useQuery({ ...packetQuery(from), ...once })
  const initial = useMemo(() => data && copiedPacket(data.packet), [data])
  if (initial) return <PacketForm initial={initial} draftName={`copy:${from}`} />
  return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />
}

/** A new packet with the citations of the URL. */
function Gather() {
  const [parameters] = useSearchParams()
  const all = useMemo(() => [...new Set(parameters.getAll('citation'))], [parameters])
  const ids = all.slice(0, maxPacketItems)
  const { data, error, refetch } = useQuery(existingCitationsQuery(ids))
  const initial = useMemo(() => data && gatheredPacket(all, data), [all, data])
  if (initial) return <PacketForm initial={initial} draftName={ids.length === 0 ? 'new' : `new:${ids.join(' ')}`} />
  return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />
}

function Loading() {
  useTitle(t('loading'), true)
  return (
    <div role="status">
      <h1>{t('loading')}</h1>
    </div>
  )
}

function Refused() {
  useTitle(t('packet'), true)
  return <PageHeading>{t('youCannotChangePacket')}</PageHeading>
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const problem = asProblem(error)
  useTitle(t('packet'), true)
  if (problem.status === 404) return <PageHeading>{t('noPacketFound')}</PageHeading>
  if (problem.status === 410) return <PageHeading>{t('packetDeleted')}</PageHeading>
  return <LoadingFailure heading={t('packetNotLoaded')} problem={problem} onRetry={onRetry} />
}
