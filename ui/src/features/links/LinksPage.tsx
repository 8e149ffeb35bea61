// The link check: URLs of handouts with their states, 'Check now', and links to the edit forms.
import t from 'messages:staff/links'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type LinkFilter,
  linkCountsQuery,
  linkListKey,
  linksDownload,
  linksPageSize,
  linksQuery,
} from '../../api/maintenance/links'
import { Notice } from '../../components/feedback/Notice'
import { ListHead } from '../../components/list/ListHead'
import { pageStart } from '../../components/list/pages'
import { DepartmentFilter, ListFilters } from '../../listkit/ListFilters'
import { ListPage } from '../../listkit/ListPage'
import { useListAddress, useListReload, useListReset } from '../../listkit/useListAddress'
import { LinkTable } from './LinkTable'
import { linkAddress, toFilter, visibleViews } from './linkAddress'
import { linkKey, useLinkChecks } from './useLinkChecks'

export default function LinksPage() {
  const { filter: shown, page, key, setFilter, setPage } = useListAddress(linkAddress)
  const filter = toFilter(shown)
  const list = useQuery({ ...linksQuery(filter, pageStart(page, linksPageSize)), placeholderData: keepPreviousData })
  const { checks, check, clear } = useLinkChecks()
  useListReset(key, clear)
  const reload = useListReload(linkListKey, clear)
  return (
    <ListPage
      title={t('brokenLinks')}
      head={
        list.data &&
        !list.data.nightly && (
          <Notice kind="info" title={t('linksNotCheckedAtNight')}>
            {t.rich('checkNowHint', { setting: (name) => <small>{name}</small> })}
          </Notice>
        )
      }
      filters={<Filters filter={shown} onChange={setFilter} />}
      query={list}
      label={t('pagesOfLinks')}
      failure={t('listNotLoaded')}
      page={page}
      pageSize={linksPageSize}
      onPage={setPage}
      empty={shown.state === '' ? t('noBrokenLinksHere') : t('noLinksHere')}
    >
      {({ found, links }) => (
        <>
          <ListHead
            summary={t('links', { found })}
            download={linksDownload(filter)}
            file="links.csv"
            onReload={links.some((link) => checks.get(linkKey(link))?.is === 'done') ? reload : undefined}
          />
          <LinkTable entries={links} checks={checks} onCheck={check} />
        </>
      )}
    </ListPage>
  )
}

function Filters({ filter, onChange }: { filter: LinkFilter; onChange: (next: Partial<LinkFilter>) => void }) {
  const counts = useQuery(linkCountsQuery(filter.department)).data
  return (
    <ListFilters address={linkAddress} filter={filter} viewOf="state" views={visibleViews(filter.state, counts)}>
      <DepartmentFilter value={filter.department} onChange={onChange} />
    </ListFilters>
  )
}
