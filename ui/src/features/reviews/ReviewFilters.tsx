// The views with their counts, and the filters by department and reviewer; all of them are stored in the URL.
import { useQuery } from '@tanstack/react-query'
import { departmentsQuery } from '../../api/catalogue/departments'
import { type ReviewFilter, reviewCountsQuery } from '../../api/maintenance/reviews'
import { FilterChoice } from '../../components/form/FilterChoice'
import { ListViews } from '../../components/list/ListViews'
import layout from '../../components/page/Page.module.css'
import styles from './ReviewPage.module.css'
import { reviewAddress, views } from './reviewAddress'

interface Props {
  address: ReviewFilter
  /** All reviewers. */
  reviewers: readonly string[]
  onChange: (next: Partial<ReviewFilter>) => void
}

export function ReviewFilters({ address, reviewers, onChange }: Props) {
  const { department, reviewer } = address
  const counts = useQuery(reviewCountsQuery({ department, reviewer })).data
  const departments = (useQuery(departmentsQuery).data ?? []).map(({ name }) => name)
  return (
    <>
      <ListViews
        views={views.map(({ value, label, counted }) => ({
          label,
          to: reviewAddress.path({ ...address, state: value }),
          current: value === address.state,
          count: counted && counts?.[counted],
        }))}
      />
      <div className={`${layout.tools} ${styles.filters}`}>
        <FilterChoice
          label="Department"
          all="All departments"
          value={department}
          values={departments}
          onChange={(next) => onChange({ department: next })}
        />
        <FilterChoice
          label="Reviewer"
          all="All reviewers"
          value={reviewer}
          values={reviewers}
          onChange={(next) => onChange({ reviewer: next })}
        />
      </div>
    </>
  )
}
