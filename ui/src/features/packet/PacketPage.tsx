// The page of a packet: loading, moved, deleted, not found, failed, or shown.
import messages from 'messages:en/packet'
import parts from 'messages:en/parts'
import shell from 'messages:en/shell'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import { packetAddress, packetQuery } from '../../api/packets'
import { asProblem } from '../../api/problem'
import { useCopiedAddress } from '../../api/useCopiedAddress'
import { LoadingFailure } from '../../components/feedback/LoadingFailure'
import { Notice } from '../../components/feedback/Notice'
import { Skeleton } from '../../components/feedback/Skeleton'
import { useAnnounced } from '../../components/feedback/StatusLine'
import { focusNextHeading, PageHeading } from '../../components/page/PageHeading'
import { useText } from '../../i18n/useText'
import { useTitle } from '../../lib/useTitle'
import { packetPath, patterns } from '../../paths'
import styles from './PacketPage.module.css'
import { PacketView } from './PacketView'

export default function PacketPage() {
  const { id = '' } = useParams()
  const t = useText(messages)
  const common = useText(parts)
  const { search } = useLocation()
  const { data, error, isPending, refetch } = useQuery(packetQuery(id))
  const status = asProblem(error).status
  useCopiedAddress(status === 404)
  useAnnounced(isPending ? common('loading') : '')
  if (isPending) return <PacketSkeleton />
  if (data?.movedTo) return <Navigate to={packetPath(data.movedTo) + search} replace />
  if (data && status !== 410) {
    return (
      <>
        {error && (
          <Notice kind="info" quiet>
            {t('outdated')}
          </Notice>
        )}
        <PacketView key={data.packet.id} packet={data.packet} address={packetAddress(data.packet, id)} />
      </>
    )
  }
  if (status === 404 || status === 410) return <NoPacket isDeleted={status === 410} />
  return (
    <Failure
      isOffline={status === 0}
      onRetry={() => {
        focusNextHeading()
        void refetch()
      }}
    />
  )
}

function NoPacket({ isDeleted }: { isDeleted: boolean }) {
  const t = useText(messages)
  const heading = t(isDeleted ? 'deleted' : 'missing')
  useTitle(heading, true)
  return (
    <div className={styles.missing}>
      <PageHeading>{heading}</PageHeading>
      <p>{t(isDeleted ? 'deletedHint' : 'missingHint')}</p>
      <p>
        <Link to={patterns.home}>{t('search')}</Link>
      </p>
    </div>
  )
}

function Failure({ isOffline, onRetry }: { isOffline: boolean; onRetry: () => void }) {
  const t = useText(messages)
  const why = useText(shell)
  return (
    <LoadingFailure
      heading={t('failed')}
      problem={{
        title: why(isOffline ? 'unreachable' : 'serverError'),
        detail: why(isOffline ? 'checkConnection' : 'tryLater'),
      }}
      onRetry={onRetry}
    />
  )
}

const rows = ['first', 'second', 'third']

/** The placeholder of a packet while it loads: a title and a few rows. */
function PacketSkeleton() {
  const title = useText(messages)('loadingTitle')
  useTitle(title, true)
  return (
    <div className={styles.screen} data-testid="packet-skeleton">
      <header className={styles.head}>
        <PageHeading>
          <span className={styles.loading}>{title}</span>
        </PageHeading>
        <Skeleton width="long" />
      </header>
      <div className={styles.rows} aria-hidden="true">
        {rows.map((row) => (
          <div key={row} className={styles.row}>
            <Skeleton kind="title" width="half" />
            <Skeleton width="short" />
          </div>
        ))}
      </div>
    </div>
  )
}
