// The link check: URLs of handouts with their states, 'Check now', and links to the edit forms.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { departmentsQuery } from '../../api/catalogue/departments'
import { linkCountsQuery, linkListKey, linksDownload, linksPageSize, linksQuery } from '../../api/maintenance/links'
import { asProblem } from '../../api/problem'
import { Notice } from '../../components/feedback/Notice'
import { FilterChoice } from '../../components/form/FilterChoice'
import { ListHead } from '../../components/list/ListHead'
import { ListViews } from '../../components/list/ListViews'
import { PagedList } from '../../components/list/PagedList'
import { pageStart } from '../../components/list/pages'
import layout from '../../components/page/Page.module.css'
import { PageHeading } from '../../components/page/PageHeading'
import { useTitle } from '../../lib/useTitle'
import styles from './LinksPage.module.css'
import { LinkTable } from './LinkTable'
import { listPath, readAddress, toFilter, visibleViews, writeAddress } from './linkAddress'
import { useLinkChecks } from './useLinkChecks'

export default function LinksPage() {
  useTitle('Broken links')
  const client = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const { address, page } = readAddress(parameters)
  const filter = toFilter(address)
  const list = useQuery({ ...linksQuery(filter, pageStart(page, linksPageSize)), placeholderData: keepPreviousData })
  const counts = useQuery(linkCountsQuery(address.department)).data
  const departments = (useQuery(departmentsQuery).data ?? []).map(({ name }) => name)
  const { checks, check, clear } = useLinkChecks()

  // Another list has no checks yet.
  const listKey = writeAddress(address, page).toString()
  const [shownKey, setShownKey] = useState(listKey)
  if (listKey !== shownKey) {
    setShownKey(listKey)
    clear()
  }
  const reload = () => {
    clear()
    return client.invalidateQueries({ queryKey: linkListKey })
  }
  const isOutdated = [...checks.values()].some(({ is }) => is === 'done')
  return (
    <div className={`${layout.page} ${styles.page}`}>
      <PageHeading>Broken links</PageHeading>
      {list.data && !list.data.nightly && (
        <Notice kind="info" title="Links are not checked at night.">
          Each can be checked now. With the setting links.check = "nightly" all are checked every night.
        </Notice>
      )}
      <ListViews
        views={visibleViews(address.state, counts).map(({ value, label, count }) => ({
          label,
          to: listPath({ ...address, state: value }),
          current: value === address.state,
          count,
        }))}
      />
      <div className={`${layout.tools} ${styles.filters}`}>
        <FilterChoice
          label="Department"
          all="All departments"
          value={address.department}
          values={departments}
          onChange={(department) => setParameters(writeAddress({ ...address, department }), { replace: true })}
        />
      </div>
      <PagedList
        query={list}
        label="Pages of links"
        failure="The list could not be loaded."
        failureDetail={list.error ? asProblem(list.error).text : undefined}
        page={page}
        pageSize={linksPageSize}
        onPage={(next) => setParameters(writeAddress(address, next))}
        empty={
          <p className={layout.empty}>
            {address.state === '' ? 'No broken links here.' : 'No links here.'} Choose another view, or change the
            filter.
          </p>
        }
      >
        {({ found, links }) => (
          <>
            <ListHead
              summary={found === 1 ? '1 link' : `${found.toLocaleString('en-US')} links`}
              download={linksDownload(filter)}
              file="links.csv"
              onReload={isOutdated ? () => void reload() : undefined}
            />
            <LinkTable entries={links} checks={checks} onCheck={check} />
          </>
        )}
      </PagedList>
    </div>
  )
}
