// The views with their counts, and the filters by department and reviewer; all of them are stored in the URL.
import t from 'messages:staff/reviews'
import { useQuery } from '@tanstack/react-query'
import { type ReviewFilter, reviewCountsQuery } from '../../api/maintenance/reviews'
import { FilterChoice } from '../../components/form/FilterChoice'
import { DepartmentFilter, ListFilters } from '../../listkit/ListFilters'
import { reviewAddress, views } from './reviewAddress'

interface Props {
  filter: ReviewFilter
  /** All reviewers. */
  reviewers: readonly string[]
  onChange: (next: Partial<ReviewFilter>) => void
}

export function ReviewFilters({ filter, reviewers, onChange }: Props) {
  const { department, reviewer } = filter
  const counts = useQuery(reviewCountsQuery({ department, reviewer })).data
  return (
    <ListFilters
      address={reviewAddress}
      filter={filter}
      viewOf="state"
      views={views.map(({ counted, ...view }) => ({ ...view, count: counted && counts?.[counted] }))}
    >
      <DepartmentFilter value={department} onChange={onChange} />
      <FilterChoice
        label={t('reviewer')}
        all={t('allReviewers')}
        value={reviewer}
        values={reviewers}
        onChange={(next) => onChange({ reviewer: next })}
      />
    </ListFilters>
  )
}
