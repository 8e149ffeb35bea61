// Usage: the most used and the unused citations, missing languages, and the months. Users are not recorded.
import t from 'messages:staff/usage'
import { useQuery } from '@tanstack/react-query'
import {
  type UsagePage as Usage,
  type UsageList,
  usageDownload,
  usageKey,
  usagePageSize,
  usageQuery,
} from '../../api/maintenance/usage'
import { Notice } from '../../components/feedback/Notice'
import { ListHead } from '../../components/list/ListHead'
import { pageStart } from '../../components/list/pages'
import { today } from '../../lib/dates/dates'
import { citationCount } from '../../lib/text/citationCount'
import { ListPage } from '../../listkit/ListPage'
import { useListAddress, useListReload, useListReset } from '../../listkit/useListAddress'
import { CountedSince } from './CountedSince'
import { Glance } from './Glance'
import { UsageFilters } from './UsageFilters'
import styles from './UsagePage.module.css'
import { UsageTable } from './UsageTable'
import { UnusedTable } from './unused/UnusedTable'
import { useUnusedRows } from './unused/useUnusedRows'
import { toFilter, usageAddress } from './usageAddress'
import { WantedLanguages } from './WantedLanguages'

export default function UsagePage() {
  const { filter: address, page, key, setFilter, setPage } = useListAddress(usageAddress)
  const list = address.list as UsageList | ''
  const shown = list || 'month'
  const isUnused = list === 'unused'
  const filter = toFilter(address, shown, today(new Date()))
  const query = useQuery({
    ...usageQuery(shown, filter, list === '' ? 0 : pageStart(page, usagePageSize)),
    // Numbers of another list would be shown under the wrong heading.
    placeholderData: (before, last) => (last?.queryKey[1] === shown ? before : undefined),
  })
  const rows = useUnusedRows()
  useListReset(key, rows.clear)
  const reload = useListReload(usageKey, rows.clear)
  return (
    <ListPage
      title={t('usage')}
      className={styles.page}
      head={<Head usage={query.data} />}
      filters={<UsageFilters filter={address} onChange={setFilter} />}
      query={query}
      label={t('pagesOfUsage')}
      failure={t('notLoaded')}
      page={list === '' ? 1 : page}
      pageSize={usagePageSize}
      onPage={list === '' ? undefined : setPage}
      // Missing languages are shown even if nothing was used.
      empty={list === 'language' ? undefined : t(isUnused ? 'everythingUsed' : 'nothingCounted')}
    >
      {(usage) =>
        list === '' ? (
          <Glance usage={usage} address={address} rows={rows} />
        ) : (
          <>
            {isUnused && <CountedSince address={address} />}
            <ListHead
              summary={
                list === 'unused' || list === 'citation'
                  ? citationCount(usage.found)
                  : t('rows', { found: usage.found })
              }
              download={usageDownload(list, filter)}
              file={t('downloadFile')}
              onReload={rows.isOutdated(usage.rows) ? reload : undefined}
            />
            {list === 'unused' ? (
              <UnusedTable entries={usage.rows} rows={rows} />
            ) : (
              <UsageTable by={list} rows={usage.rows} totals={usage.totals} />
            )}
            {list === 'language' && <WantedLanguages wanted={usage.wanted ?? []} />}
          </>
        )
      }
    </ListPage>
  )
}

const Head = ({ usage }: { usage: Usage | undefined }) => (
  <>
    <p>{t('introduction')}</p>
    {usage?.days === 0 && (
      <Notice kind="info" title={t('notCounted')}>
        {t.rich('notCountedHint', { setting: (name) => <small>{name}</small> })}
      </Notice>
    )}
  </>
)
