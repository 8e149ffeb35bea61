// The frame of a list screen: title, filters, the paged list, and what follows it.

import t from 'messages:staff/controls'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { departmentsQuery } from '../api/catalogue/lookups'
import { asProblem } from '../api/problem'
import { FilterChoice } from '../components/form/TextField'
import { ListViews } from '../components/list/ListHead'
import { PagedList, type PagedListProps, type PageQuery } from '../components/list/PagedList'
import layout from '../components/page/Page.module.css'
import { PageHeading, useTitle } from '../components/page/PageHeading'
import listFiltersStyles from './ListFilters.module.css'
import styles from './ListPage.module.css'
import type { ListAddress } from './listAddress'

interface Props<Page> extends Omit<PagedListProps<Page>, 'query' | 'failureDetail' | 'empty'> {
  title: string
  className?: string
  query: PageQuery<Page> & { error: Error | null }
  /** The heading with what is beside it; by default only the title. */
  heading?: ReactNode
  /** Above the list: introduction and notices. */
  head?: ReactNode
  /** Views and filters, directly above the list. */
  filters?: ReactNode
  /** Shown instead of an empty list; without it `children` is always rendered. */
  empty?: ReactNode
  /** Below the list: actions for the selection and dialogs. */
  foot?: ReactNode
  /** Marks the page while it is being printed. */
  isPrinting?: boolean
}

export function ListPage<Page extends { found: number }>(props: Props<Page>) {
  const { title, className, query, heading, head, filters, empty, foot, isPrinting, ...list } = props
  useTitle(title)
  return (
    <div
      className={[layout.page, filters && styles.filtered, className].filter(Boolean).join(' ')}
      data-printing={isPrinting || undefined}
    >
      {heading ?? <PageHeading>{title}</PageHeading>}
      {head}
      {filters}
      <PagedList
        {...list}
        query={query}
        failureDetail={query.error ? asProblem(query.error).text : undefined}
        empty={empty === undefined ? undefined : <p className={layout.empty}>{empty}</p>}
      />
      {foot}
    </div>
  )
}

interface ListFiltersProps<Filter> {
  address: ListAddress<Filter>
  filter: Filter
  /** The filter whose values are the views. */
  viewOf: keyof Filter
  /** Their counts are undefined until they are loaded. */
  views: readonly { value: string; label: string; count?: number | undefined }[]
  /** The controls of the other filters. */
  children: ReactNode
}

/** The views of a list with their counts, and below them its filters; all of them are stored in the URL. */
export const ListFilters = <Filter,>({ address, filter, viewOf, views, children }: ListFiltersProps<Filter>) => (
  <>
    <ListViews
      views={views.map(({ value, ...view }) => ({
        ...view,
        to: address.path({ ...filter, [viewOf]: value }),
        current: value === filter[viewOf],
      }))}
    />
    <div className={`${layout.tools} ${listFiltersStyles.filters}`}>{children}</div>
  </>
)

interface DepartmentProps {
  /** The selected department; empty for all. */
  value: string
  onChange: (next: { department: string }) => void
}

/** The filter by department. */
export function DepartmentFilter({ value, onChange }: DepartmentProps) {
  const departments = useQuery(departmentsQuery).data ?? []
  return (
    <FilterChoice
      label={t('department')}
      all={t('allDepartments')}
      value={value}
      values={departments.map(({ name }) => name)}
      onChange={(department) => onChange({ department })}
    />
  )
}
