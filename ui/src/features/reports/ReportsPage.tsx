// The queue of problem reports: what is wrong with which handout; each is closed with a note, which may be mailed as a reply.
import t from 'messages:staff/reports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ProblemReport,
  type ReportFilter,
  reportsDownload,
  reportsKey,
  reportsPageSize,
  reportsQuery,
} from '../../api/reports'
import { SelectField } from '../../components/form/TextField'
import { ListHead } from '../../components/list/ListHead'
import { pageStart } from '../../components/list/pages'
import { DepartmentFilter, ListFilters } from '../../listkit/ListFilters'
import { ListPage } from '../../listkit/ListPage'
import { useListAddress, useListReload, useListReset } from '../../listkit/useListAddress'
import { CloseDialog } from './CloseDialog'
import { ReportList } from './ReportList'
import { kindWords, listedKinds, reportAddress, toFilter, views } from './reportAddress'
import { useReportChanges } from './useReportChanges'

export default function ReportsPage() {
  const { filter: address, page, key, setFilter, setPage } = useListAddress(reportAddress)
  const filter = toFilter(address)
  const isClosed = filter.state === 'closed'
  const list = useQuery({
    ...reportsQuery(filter, pageStart(page, reportsPageSize)),
    placeholderData: keepPreviousData,
  })
  const changes = useReportChanges()
  const [reportToAnswer, setReportToAnswer] = useState<ProblemReport | null>(null)
  useListReset(key, changes.clear)
  const changed = changes.changed.size
  const reload = useListReload(reportsKey, changes.clear)
  return (
    <ListPage
      title={t('reports')}
      head={<p>{t('introduction')}</p>}
      filters={<Filters filter={address} counts={list.data?.counts} onChange={setFilter} />}
      query={list}
      label={t('pagesOfReports')}
      failure={t('listNotLoaded')}
      page={page}
      pageSize={reportsPageSize}
      onPage={setPage}
      empty={t(isClosed ? 'noneClosed' : 'noneOpen')}
      foot={
        <CloseDialog
          report={reportToAnswer}
          mailsReplies={list.data?.mailsReplies ?? false}
          closing={changes.closing}
          onClose={() => {
            setReportToAnswer(null)
          }}
        />
      }
    >
      {({ found, reports }) => (
        <>
          <ListHead
            summary={changed > 0 ? t('changedHere', { count: t('count', { found }), changed }) : t('count', { found })}
            download={reportsDownload(filter)}
            file="reports.csv"
            onReload={changed > 0 ? reload : undefined}
          />
          <ReportList
            reports={reports.map((report) => changes.changed.get(report.id) ?? report)}
            reopeningId={changes.reopeningId}
            failure={changes.failure}
            onClose={(report) => {
              changes.closing.reset()
              setReportToAnswer(report)
            }}
            onReopen={changes.reopen}
          />
        </>
      )}
    </ListPage>
  )
}

interface FiltersProps {
  filter: ReportFilter
  counts: { open: number; closed: number } | undefined
  onChange: (next: Partial<ReportFilter>) => void
}

const Filters = ({ filter, counts, onChange }: FiltersProps) => (
  <ListFilters
    address={reportAddress}
    filter={filter}
    viewOf="state"
    views={views.map(({ counted, ...view }) => ({ ...view, count: counts?.[counted] }))}
  >
    <SelectField label={t('kind')} value={filter.kind} onChange={(event) => onChange({ kind: event.target.value })}>
      <option value="">{t('allKinds')}</option>
      {listedKinds.map((kind) => (
        <option key={kind} value={kind}>
          {kindWords[kind]}
        </option>
      ))}
    </SelectField>
    <DepartmentFilter value={filter.department} onChange={onChange} />
  </ListFilters>
)
