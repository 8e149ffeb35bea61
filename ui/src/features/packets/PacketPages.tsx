// A paged list of packets: its size, the rows, the page links; loading, failed and empty states.
import messages from 'messages:en/packets'
import shell from 'messages:en/shell'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router-dom'
import { type PacketEntry, type PacketPage, packetAddress } from '../../api/packets'
import { asProblem } from '../../api/problem'
import { Badge, SpacedBadge } from '../../components/feedback/Badge'
import { Notice, useAnnounced } from '../../components/feedback/Notice'
import { Skeleton } from '../../components/feedback/Skeleton'
import { DownloadLinks } from '../../components/list/DownloadLinks'
import {
  listPageSize,
  type OnPage,
  openAtStart,
  PageLinks,
  PageStart,
  pageCount,
  useExistingPage,
} from '../../components/list/Pagination'
import layout from '../../components/page/Page.module.css'
import { useLangAttribute, useLocale, useText } from '../../i18n/useText'
import { dayOfInstant } from '../../lib/dates/dates'
import { textLanguage } from '../../lib/text/textLanguage'
import { OwnName } from '../../parts/language/LanguageName'
import { packetPath } from '../../paths'
import styles from './PacketList.module.css'

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
  useExistingPage(page, data && !isPlaceholderData ? pageCount(data.found) : page, onPage)
  const start = useRef<HTMLParagraphElement>(null)
  useAnnounced(data ? t('found', { count: data.found }) : query.isPending ? t('loading') : '')
  if (!data) return error ? <Failure error={error} onRetry={() => void query.refetch()} /> : <Skeleton kind="block" />
  if (data.found === 0) return <div className={layout.empty}>{empty}</div>
  return (
    <>
      {data.found > listPageSize && <PageStart ref={start} page={page} />}
      <div className={layout.count}>
        <p>{t('found', { count: data.found })}</p>
        <DownloadLinks href={download} file="packets.csv" csv={t('download')} excel={t('downloadExcel')} />
      </div>
      <PacketList packets={data.packets} marksPublished={marksPublished} />
      <PageLinks
        label={t('pages')}
        page={page}
        found={data.found}
        onPage={(next) => openAtStart(start, () => onPage(next))}
      />
    </>
  )
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText(messages)
  const why = useText(shell)
  return (
    <Notice kind="error" title={t('failed')} onRetry={onRetry}>
      {why(asProblem(error).status === 0 ? 'checkConnection' : 'tryLater')}
    </Notice>
  )
}

interface PacketListProps {
  packets: readonly PacketEntry[]
  /** Marks the published ones, in a list that has others too. */
  marksPublished?: boolean
}

/** A page of a list of packets: title, department, number of handouts, languages. */
const PacketList = ({ packets, marksPublished = false }: PacketListProps) => (
  <ol className={styles.rows}>
    {packets.map((packet) => (
      <PacketRow key={packet.id} packet={packet} isMarked={marksPublished && packet.published} />
    ))}
  </ol>
)

function PacketRow({ packet, isMarked }: { packet: PacketEntry; isMarked: boolean }) {
  const t = useText(messages)
  const locale = useLocale()
  const langAttribute = useLangAttribute()
  const { title, description, department, count, languages, updated, needsLook } = packet
  return (
    <li className={styles.row}>
      <h2 className={styles.title} dir="auto">
        <Link to={packetPath(packetAddress(packet))} lang={langAttribute(textLanguage(title) ?? 'en')}>
          {title}
        </Link>
        <SpacedBadge shown={isMarked}>{t('published')}</SpacedBadge>
      </h2>
      {description && (
        <p className={styles.description} dir="auto" lang={langAttribute(textLanguage(description) ?? 'en')}>
          {description}
        </p>
      )}
      <p className={styles.facts}>
        <span>{t('handouts', { count })}</span>
        {department && <bdi lang={langAttribute('en')}>{department}</bdi>}
        <span>{t('changed', { day: dayOfInstant(updated, locale) })}</span>
      </p>
      {languages.length > 0 && (
        <p className={styles.facts}>
          {languages.map((language) => (
            <OwnName key={language.tag ?? language.name} language={language} />
          ))}
        </p>
      )}
      {needsLook !== null && needsLook > 0 && (
        <p>
          <Badge strong>{t('needsLook', { count: needsLook })}</Badge>
        </p>
      )}
    </li>
  )
}
