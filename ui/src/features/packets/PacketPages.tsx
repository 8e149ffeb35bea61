// A paged list of packets: its size, the rows, the page links; loading, failed and empty states.
import messages from 'messages:en/packets'
import parts from 'messages:en/parts'
import shell from 'messages:en/shell'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { type PacketPage, packetsPageSize } from '../../api/packets'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { Skeleton } from '../../components/feedback/Skeleton'
import { useAnnounced } from '../../components/feedback/StatusLine'
import { DownloadLinks } from '../../components/list/DownloadLinks'
import { PageLinks } from '../../components/list/PageLinks'
import { type OnPage, openAtStart, PageStart, useExistingPage } from '../../components/list/PageStart'
import { pageCount } from '../../components/list/pages'
import layout from '../../components/page/Page.module.css'
import { useText } from '../../i18n/useText'
import { PacketList } from './PacketList'

interface Props {
  query: UseQueryResult<PacketPage>
  page: number
  onPage: OnPage
  /** The URL of the list as CSV. */
  download: string
  marksPublished?: boolean
  /** Shown when there are none. */
  empty: ReactNode
}

export function PacketPages({ query, page, onPage, download, marksPublished, empty }: Props) {
  const t = useText(messages)
  const { data, error, isPlaceholderData } = query
  useExistingPage(page, data && !isPlaceholderData ? pageCount(data.found, packetsPageSize) : page, onPage)
  const start = useRef<HTMLParagraphElement>(null)
  useAnnounced(data ? t('found', { count: data.found }) : query.isPending ? t('loading') : '')
  if (!data) return error ? <Failure error={error} onRetry={() => void query.refetch()} /> : <Skeleton kind="block" />
  if (data.found === 0) return <div className={layout.empty}>{empty}</div>
  return (
    <>
      {data.found > packetsPageSize && <PageStart ref={start} page={page} />}
      <div className={layout.count}>
        <p>{t('found', { count: data.found })}</p>
        <DownloadLinks href={download} file="packets.csv" csv={t('download')} excel={t('downloadExcel')} />
      </div>
      <PacketList packets={data.packets} marksPublished={marksPublished} />
      <PageLinks
        label={t('pages')}
        page={page}
        pageSize={packetsPageSize}
        found={data.found}
        onPage={(next) => openAtStart(start, () => onPage(next))}
      />
    </>
  )
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText(messages)
  const common = useText(parts)
  const why = useText(shell)
  return (
    <Notice kind="error" title={t('failed')} actions={<Button onClick={onRetry}>{common('tryAgain')}</Button>}>
      {why(asProblem(error).status === 0 ? 'checkConnection' : 'tryLater')}
    </Notice>
  )
}
