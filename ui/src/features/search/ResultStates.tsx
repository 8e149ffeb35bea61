// What stands in the place of results: skeletons, nothing found, a failed call.
import { asProblem } from '../../api/problem'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { Skeleton } from '../../components/Skeleton'
import styles from './ResultStates.module.css'
import type { Search } from './searchAddress'

const rows = Array.from({ length: 10 }, (_, index) => `row-${index}`)

/** Ten rows of the shape of a result. */
export const ResultSkeletons = () => (
  <ul className={styles.skeletons} aria-hidden="true" data-testid="result-skeletons">
    {rows.map((row) => (
      <li key={row} data-testid="result-skeleton">
        <Skeleton kind="title" width="half" />
        <Skeleton width="short" />
        <Skeleton width="full" />
        <Skeleton width="long" />
      </li>
    ))}
  </ul>
)

interface EmptyProps {
  search: Search
  onChange: (next: Search) => void
}

/** Says what to do next; with filters chosen, the first thing is to take them away. */
export const ResultsEmpty = ({ search, onChange }: EmptyProps) => (
  <div className={styles.empty}>
    <p>Try again using more general search terms</p>
    {search.filters.length > 0 && (
      <Button onClick={() => onChange({ ...search, page: 1, filters: [] })}>Search without filters</Button>
    )}
    {!search.obsolete && (
      <Button variant="quiet" onClick={() => onChange({ ...search, page: 1, obsolete: true })}>
        Search obsolete materials too
      </Button>
    )}
  </div>
)

export function ResultFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { title, detail } = asProblem(error)
  return (
    <Notice
      kind="error"
      title={`The search did not work. ${title}.`}
      actions={
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {detail} Your search and your filters are kept.
    </Notice>
  )
}
