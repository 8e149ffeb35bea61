// Usage: the most used and the unused citations, missing languages, and the months. Users are not recorded.
import t from 'messages:staff/usage'
import { useQuery } from '@tanstack/react-query'
import {
  type UsagePage as Usage,
  type UsageList,
  usageDownload,
  usageKey,
  usageQuery,
} from '../../api/maintenance/usage'
import { Notice } from '../../components/feedback/Notice'
import { SelectField } from '../../components/form/TextField'
import { ListHead } from '../../components/list/ListHead'
import { pageStart } from '../../components/list/Pagination'
import { today } from '../../lib/dates/dates'
import { citationCount } from '../../lib/text/citationCount'
import { DepartmentFilter, ListFilters, ListPage } from '../../listkit/ListPage'
import { useListAddress, useListReload, useListReset } from '../../listkit/listAddress'
import { Glance } from './Glance'
import styles from './UsagePage.module.css'
import { CountedSince, UsageTable, WantedLanguages } from './UsageTable'
import { UnusedTable, useUnusedRows } from './unused/UnusedTable'
import { inAddress, lists, monthsOf, periods, toFilter, type UsageAddress, usageAddress } from './usageAddress'

export default function UsagePage() {
  const { filter: address, page, key, setFilter, setPage } = useListAddress(usageAddress)
  const list = address.list as UsageList | ''
  const shown = list || 'month'
  const isUnused = list === 'unused'
  const filter = toFilter(address, shown, today(new Date()))
  const query = useQuery({
    ...usageQuery(shown, filter, list === '' ? 0 : pageStart(page)),
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

interface Props {
  filter: UsageAddress
  onChange: (next: Partial<UsageAddress>) => void
}

/** The views of the usage, and the filters by period and department; all of them are stored in the URL. */
const UsageFilters = ({ filter, onChange }: Props) => (
  <ListFilters
    address={usageAddress}
    filter={filter}
    viewOf="list"
    views={lists.map(({ list, label }) => ({ value: list, label }))}
  >
    <SelectField
      label={t('period')}
      value={monthsOf(filter)}
      onValue={(value) => onChange({ months: inAddress(value) })}
      options={periods.map((period) => [period, t('lastMonths', { months: Number(period) })])}
    />
    <DepartmentFilter value={filter.department} onChange={onChange} />
  </ListFilters>
)
