// The page that adds or edits a packet: loads the initial content and passes it to the form.
import packet from 'messages:en/packet'
import t from 'messages:staff/packetForm'
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { existingCitationsQuery } from '../../api/catalogue/citations'
import { maxPacketItems, packetQuery } from '../../api/packets'
import { PageHeading } from '../../components/page/PageHeading'
import { LoadedRecord } from '../../formkit/LoadedRecord'
import { useText } from '../../i18n/useText'
import { useTitle } from '../../lib/useTitle'
import { patterns } from '../../paths'
import { PacketForm } from './PacketForm'
import { copiedPacket, gatheredPacket } from './packetValues'

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
