// The views with their counts, and the filters by department and reviewer; all of them are stored in the URL.
import messages from 'messages:staff/reviews'
import { useQuery } from '@tanstack/react-query'
import { type ReviewFilter, reviewCountsQuery } from '../../api/maintenance/reviews'
import { FilterChoice } from '../../components/form/FilterChoice'
import { ListViews } from '../../components/list/ListViews'
import layout from '../../components/page/Page.module.css'
import { staffText } from '../../i18n/staffText'
import { DepartmentFilter } from '../../listkit/DepartmentFilter'
import styles from './ReviewPage.module.css'
import { reviewAddress, views } from './reviewAddress'

const t = staffText(messages)

interface Props {
  address: ReviewFilter
  /** All reviewers. */
  reviewers: readonly string[]
  onChange: (next: Partial<ReviewFilter>) => void
}

export function ReviewFilters({ address, reviewers, onChange }: Props) {
  const { department, reviewer } = address
  const counts = useQuery(reviewCountsQuery({ department, reviewer })).data
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
        <DepartmentFilter value={department} onChange={onChange} />
        <FilterChoice
          label={t('reviewer')}
          all={t('allReviewers')}
          value={reviewer}
          values={reviewers}
          onChange={(next) => onChange({ reviewer: next })}
        />
      </div>
    </>
  )
}
