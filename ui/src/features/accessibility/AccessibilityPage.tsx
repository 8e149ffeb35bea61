// The files of language versions that lack something for people who use assistive technology, the most opened first.
import t from 'messages:staff/accessibility'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type AccessibilityFilter,
  accessibilityDownload,
  accessibilityPageSize,
  accessibilityQuery,
  findingKinds,
} from '../../api/maintenance/accessibility'
import { SelectField } from '../../components/form/TextField'
import { ListHead } from '../../components/list/ListHead'
import { pageStart } from '../../components/list/pages'
import { DepartmentFilter, ListFilters } from '../../listkit/ListFilters'
import { ListPage } from '../../listkit/ListPage'
import { anyText, listAddress } from '../../listkit/listAddress'
import { useListAddress } from '../../listkit/useListAddress'
import { findingName } from '../../parts/files/findingWords'
import { patterns } from '../../paths'
import { AccessibilityTable } from './AccessibilityTable'

/** The views beside the findings; in the URL, no finding means every file with one. */
const views = [
  { value: '', label: t('all') },
  { value: 'failures', label: t('failures') },
  { value: 'blocking', label: t('blocking') },
  { value: 'unreadable', label: t('unreadable') },
  { value: 'unchecked', label: t('unchecked') },
  { value: 'pending', label: t('pending') },
  { value: 'aside', label: t('aside') },
]

const accessibilityAddress = listAddress<AccessibilityFilter>(patterns.accessibility, {
  finding: (finding) => [...views.map(({ value }) => value), ...findingKinds].some((value) => value === finding),
  department: anyText,
})

/** The views that contain files, and always the first, which has `all`, and the current one. */
const visibleViews = (shown: string, counts: Record<string, number> | undefined, all: number | undefined) =>
  views
    .map(({ value, label }) => ({ value, label, count: value === '' ? all : counts?.[value] }))
    .filter(({ value, count = 0 }) => count > 0 || value === '' || value === shown)

export default function AccessibilityPage() {
  const { filter, page, setFilter, setPage } = useListAddress(accessibilityAddress)
  const list = useQuery({
    ...accessibilityQuery(filter, pageStart(page, accessibilityPageSize)),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title={t('accessibility')}
      head={<p>{t('intro')}</p>}
      filters={<Filters filter={filter} counts={list.data?.counts} onChange={setFilter} />}
      query={list}
      label={t('pagesOfFiles')}
      failure={t('listNotLoaded')}
      page={page}
      pageSize={accessibilityPageSize}
      onPage={setPage}
      empty={filter.finding === '' ? t('nothingFound') : t('noFilesHere')}
    >
      {({ found, files }) => (
        <>
          <ListHead summary={t('files', { found })} download={accessibilityDownload(filter)} file="accessibility.csv" />
          <AccessibilityTable entries={files} />
        </>
      )}
    </ListPage>
  )
}

interface FiltersProps {
  filter: AccessibilityFilter
  counts: Record<string, number> | undefined
  onChange: (next: Partial<AccessibilityFilter>) => void
}

function Filters({ filter, counts, onChange }: FiltersProps) {
  const all = useQuery({ ...accessibilityQuery({ ...filter, finding: '' }, 0), placeholderData: keepPreviousData })
  const isView = views.some(({ value }) => value === filter.finding)
  return (
    <ListFilters
      address={accessibilityAddress}
      filter={filter}
      viewOf="finding"
      views={visibleViews(filter.finding, counts, all.data?.found)}
    >
      <SelectField
        label={t('finding')}
        value={isView ? '' : filter.finding}
        onChange={(event) => onChange({ finding: event.target.value })}
      >
        <option value="">{t('everyFinding')}</option>
        {findingKinds.map((kind) => (
          <option key={kind} value={kind}>
            {counts ? t('withCount', { finding: findingName(kind), count: counts[kind] ?? 0 }) : findingName(kind)}
          </option>
        ))}
      </SelectField>
      <DepartmentFilter value={filter.department} onChange={onChange} />
    </ListFilters>
  )
}
