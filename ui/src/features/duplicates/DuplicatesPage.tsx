// Duplicates: groups of citations in use that share title, item number or URL; one citation of a group can be kept.
import t from 'messages:staff/duplicates'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { duplicatesDownload, duplicatesKey, duplicatesPageSize, duplicatesQuery } from '../../api/maintenance/overview'
import { ListHead } from '../../components/list/ListHead'
import { pageStart } from '../../components/list/pages'
import { ListPage } from '../../listkit/ListPage'
import { listAddress } from '../../listkit/listAddress'
import { useListAddress, useListReload } from '../../listkit/useListAddress'
import { patterns } from '../../paths'
import styles from './DuplicatesPage.module.css'
import { Group } from './Group'

const address = listAddress(patterns.duplicates, {})

export default function DuplicatesPage() {
  const { page, setPage } = useListAddress(address)
  const [isOutdated, setOutdated] = useState(false)
  const list = useQuery({ ...duplicatesQuery(pageStart(page, duplicatesPageSize)), placeholderData: keepPreviousData })
  const reload = useListReload(duplicatesKey, () => setOutdated(false))
  return (
    <ListPage
      title={t('duplicates')}
      head={<p className={styles.about}>{t('introduction')}</p>}
      query={list}
      label={t('pagesOfDuplicates')}
      failure={t('listNotLoaded')}
      page={page}
      pageSize={duplicatesPageSize}
      onPage={setPage}
      empty={t('noDuplicates')}
    >
      {({ found, groups }) => (
        <>
          <ListHead
            summary={t('groups', { found })}
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
