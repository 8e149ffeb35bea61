// Duplicates: groups of citations in use that share title, item number or URL; one citation of a group can be kept.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { duplicatesDownload, duplicatesKey, duplicatesPageSize, duplicatesQuery } from '../../api/maintenance/overview'
import { asProblem } from '../../api/problem'
import { ListHead } from '../../components/list/ListHead'
import { PagedList } from '../../components/list/PagedList'
import { pageStart, parsePage } from '../../components/list/pages'
import layout from '../../components/page/Page.module.css'
import { PageHeading } from '../../components/page/PageHeading'
import { useTitle } from '../../lib/useTitle'
import styles from './DuplicatesPage.module.css'
import { Group } from './Group'

export default function DuplicatesPage() {
  useTitle('Duplicates')
  const client = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const [isOutdated, setOutdated] = useState(false)
  const page = parsePage(parameters.get('page'))
  const list = useQuery({ ...duplicatesQuery(pageStart(page, duplicatesPageSize)), placeholderData: keepPreviousData })
  return (
    <div className={layout.page}>
      <PageHeading>Duplicates</PageHeading>
      <p className={styles.about}>
        Citations in use that share their title, an item number or a URL. Case and spaces make no difference.
      </p>
      <PagedList
        query={list}
        label="Pages of duplicates"
        failure="The list could not be loaded."
        failureDetail={list.error ? asProblem(list.error).text : undefined}
        page={page}
        pageSize={duplicatesPageSize}
        onPage={(next) => setParameters(next > 1 ? { page: String(next) } : {})}
        empty={<p className={layout.empty}>No citations share their title, an item number or a URL.</p>}
      >
        {({ found, groups }) => (
          <>
            <ListHead
              summary={found === 1 ? '1 group' : `${found.toLocaleString('en-US')} groups`}
              download={duplicatesDownload}
              file="duplicates.csv"
              onReload={
                isOutdated
                  ? () => {
                      setOutdated(false)
                      void client.invalidateQueries({ queryKey: duplicatesKey })
                    }
                  : undefined
              }
            />
            <ul className={styles.groups}>
              {groups.map((group) => (
                <li key={group.same.map(({ kind, text }) => `${kind} ${text}`).join('\n')}>
                  <Group group={group} onChanged={() => setOutdated(true)} />
                </li>
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </div>
  )
}
