// The audit trail: who did what, when and from where. Auditors read it; nobody changes it.
import t from 'messages:staff/audit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AuditFilter, auditDownload, auditPageSize, auditQuery } from '../../api/maintenance/audit'
import { ListHead } from '../../components/list/ListHead'
import { pageStart } from '../../components/list/pages'
import { ListPage } from '../../listkit/ListPage'
import { anyText, isDay, listAddress } from '../../listkit/listAddress'
import { useListAddress } from '../../listkit/useListAddress'
import { patterns } from '../../paths'
import { AuditFilters } from './AuditFilters'
import { AuditTable } from './AuditTable'

/** The URL of the audit trail: /audit?from=2026-11-01&action=citation&page=2. */
const auditAddress = listAddress<AuditFilter>(patterns.audit, {
  from: isDay,
  to: isDay,
  actor: anyText,
  action: anyText,
  object: anyText,
})

export default function AuditPage() {
  const { filter, page, setFilter, setPage } = useListAddress(auditAddress)
  const list = useQuery({ ...auditQuery(filter, pageStart(page, auditPageSize)), placeholderData: keepPreviousData })
  return (
    <ListPage
      title={t('auditTrail')}
      head={
        <>
          <p>{t('introduction')}</p>
          <AuditFilters filter={filter} actions={list.data?.actions ?? []} onChange={setFilter} />
        </>
      }
      query={list}
      label={t('pagesOfTrail')}
      failure={t('listNotLoaded')}
      page={page}
      pageSize={auditPageSize}
      onPage={setPage}
      empty={t('none')}
    >
      {({ found, rows }) => (
        <>
          <ListHead
            summary={t('count', { found })}
            download={auditDownload(filter, 'csv')}
            file="audit.csv"
            downloads={
              <a href={auditDownload(filter, 'jsonl')} download="audit.jsonl">
                {t('downloadAsJsonLines')}
              </a>
            }
          />
          <AuditTable rows={rows} />
        </>
      )}
    </ListPage>
  )
}
