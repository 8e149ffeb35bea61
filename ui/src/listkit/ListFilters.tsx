// The views of a list with their counts, and below them its filters; all of them are stored in the URL.

import t from 'messages:staff/controls'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { departmentsQuery } from '../api/catalogue/lookups'
import { FilterChoice } from '../components/form/FilterChoice'
import { ListViews } from '../components/list/ListViews'
import layout from '../components/page/Page.module.css'
import styles from './ListFilters.module.css'
import type { ListAddress } from './listAddress'

interface Props<Filter> {
  address: ListAddress<Filter>
  filter: Filter
  /** The filter whose values are the views. */
  viewOf: keyof Filter
  /** Their counts are undefined until they are loaded. */
  views: readonly { value: string; label: string; count?: number | undefined }[]
  /** The controls of the other filters. */
  children: ReactNode
}

export const ListFilters = <Filter,>({ address, filter, viewOf, views, children }: Props<Filter>) => (
  <>
    <ListViews
      views={views.map(({ value, ...view }) => ({
        ...view,
        to: address.path({ ...filter, [viewOf]: value }),
        current: value === filter[viewOf],
      }))}
    />
    <div className={`${layout.tools} ${styles.filters}`}>{children}</div>
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
