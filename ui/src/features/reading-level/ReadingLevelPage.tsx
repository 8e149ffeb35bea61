// The reading levels of handouts, the hardest first, and the handouts without one.
import t from 'messages:staff/readingLevel'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type ReadabilityFilter,
  readabilityCountsQuery,
  readabilityDownload,
  readabilityPageSize,
  readabilityQuery,
} from '../../api/maintenance/readability'
import { Notice } from '../../components/feedback/Notice'
import { ListHead } from '../../components/list/ListHead'
import { pageStart } from '../../components/list/pages'
import { DepartmentFilter, ListFilters } from '../../listkit/ListFilters'
import { ListPage } from '../../listkit/ListPage'
import { useListAddress } from '../../listkit/useListAddress'
import { ReadingLevelTable } from './ReadingLevelTable'
import { readingLevelAddress, toRequest, visibleViews } from './readingLevelAddress'

export default function ReadingLevelPage() {
  const { filter, page, setFilter, setPage } = useListAddress(readingLevelAddress)
  const request = toRequest(filter)
  const list = useQuery({
    ...readabilityQuery(request, pageStart(page, readabilityPageSize)),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title={t('readingLevel')}
      head={
        list.data &&
        !list.data.nightly && (
          <Notice kind="info" title={t('textsNotRead')}>
            {t.rich('textsNotReadHint', { setting: (name) => <small>{name}</small> })}
          </Notice>
        )
      }
      filters={<Filters filter={filter} onChange={setFilter} />}
      query={list}
      label={t('pagesOfHandouts')}
      failure={t('listNotLoaded')}
      page={page}
      pageSize={readabilityPageSize}
      onPage={setPage}
      empty={filter.state === '' ? t('noHardHandouts') : t('noHandoutsHere')}
    >
      {({ found, handouts }) => (
        <>
          <ListHead
            summary={t('handouts', { found })}
            download={readabilityDownload(request)}
            file="reading_levels.csv"
          />
          <ReadingLevelTable entries={handouts} />
        </>
      )}
    </ListPage>
  )
}

interface FiltersProps {
  filter: ReadabilityFilter
  onChange: (next: Partial<ReadabilityFilter>) => void
}

function Filters({ filter, onChange }: FiltersProps) {
  const counts = useQuery(readabilityCountsQuery(filter.department)).data
  return (
    <ListFilters
      address={readingLevelAddress}
      filter={filter}
      viewOf="state"
      views={visibleViews(filter.state, counts)}
    >
      <DepartmentFilter value={filter.department} onChange={onChange} />
    </ListFilters>
  )
}
