// Views with their counts, and the filters by department and reviewer; all of it is in the address.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { departmentsQuery } from '../../api/departments'
import { type ReviewFilter, reviewCountsQuery } from '../../api/reviews'
import layout from '../../components/Page.module.css'
import { SelectField } from '../../components/TextField'
import styles from './ReviewPage.module.css'
import { listPath, views } from './reviewAddress'

interface Props {
  address: ReviewFilter
  /** Every reviewer there is, as the list names them. */
  reviewers: readonly string[]
  onChange: (next: Partial<ReviewFilter>) => void
}

export function ReviewFilters({ address, reviewers, onChange }: Props) {
  const { department, reviewer } = address
  const counts = useQuery(reviewCountsQuery({ department, reviewer })).data
  const departments = (useQuery(departmentsQuery).data ?? []).map(({ name }) => name)
  return (
    <>
      <nav aria-label="Views" className={layout.views}>
        <ul>
          {views.map(({ value, label, counted }) => (
            <li key={label}>
              <Link
                to={listPath({ ...address, state: value })}
                replace
                aria-current={value === address.state ? 'page' : undefined}
              >
                {counts && counted ? `${label} (${counts[counted].toLocaleString('en-US')})` : label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={`${layout.tools} ${styles.filters}`}>
        <Choice
          label="Department"
          all="All departments"
          value={department}
          values={departments}
          onChange={(next) => onChange({ department: next })}
        />
        <Choice
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

interface ChoiceProps {
  label: string
  /** What no value means. */
  all: string
  value: string
  values: readonly string[]
  onChange: (value: string) => void
}

/** A select; a value of the address that is not among the others can be seen in it too. */
const Choice = ({ label, all, value, values, onChange }: ChoiceProps) => (
  <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
    <option value="">{all}</option>
    {value !== '' && !values.includes(value) && <option value={value}>{value}</option>}
    {values.map((name) => (
      <option key={name} value={name}>
        {name}
      </option>
    ))}
  </SelectField>
)
