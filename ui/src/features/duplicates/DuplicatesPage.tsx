// Duplicates: groups of citations in use that share title, item number or URL; one citation of a group can be kept.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { duplicatesDownload, duplicatesKey, duplicatesPageSize, duplicatesQuery } from '../../api/maintenance/overview'
import { ListHead } from '../../components/list/ListHead'
import { pageStart } from '../../components/list/pages'
import { ListPage } from '../../listkit/ListPage'
import { listAddress } from '../../listkit/listAddress'
import { useListAddress } from '../../listkit/useListAddress'
import { patterns } from '../../paths'
import styles from './DuplicatesPage.module.css'
import { Group } from './Group'

const address = listAddress(patterns.duplicates, {})

export default function DuplicatesPage() {
  const client = useQueryClient()
  const { page, setPage } = useListAddress(address)
  const [isOutdated, setOutdated] = useState(false)
  const list = useQuery({ ...duplicatesQuery(pageStart(page, duplicatesPageSize)), placeholderData: keepPreviousData })
  const reload = () => {
    setOutdated(false)
    void client.invalidateQueries({ queryKey: duplicatesKey })
  }
  return (
    <ListPage
      title="Duplicates"
      head={
        <p className={styles.about}>
          Citations in use that share their title, an item number or a URL. Case and spaces make no difference.
        </p>
      }
      query={list}
      label="Pages of duplicates"
      failure="The list could not be loaded."
      page={page}
      pageSize={duplicatesPageSize}
      onPage={setPage}
      empty="No citations share their title, an item number or a URL."
    >
      {({ found, groups }) => (
        <>
          <ListHead
            summary={found === 1 ? '1 group' : `${found.toLocaleString('en-US')} groups`}
            download={duplicatesDownload}
            file="duplicates.csv"
            onReload={isOutdated ? reload : undefined}
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
    </ListPage>
  )
}
