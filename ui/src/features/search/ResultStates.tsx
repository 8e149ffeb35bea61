// What stands in the place of results: nothing found, a page beyond the end, a failed call.
import { asProblem } from '../../api/problem'
import { Button, LinkButton } from '../../components/Button'
import { Notice } from '../../components/Notice'
import styles from './ResultStates.module.css'
import type { Search } from './searchAddress'
import { searchFailure } from './searchFailure'

interface EmptyProps {
  search: Search
  /** Called with what the next search has instead. */
  onChange: (next: Partial<Search>) => void
}

/** Says what to do next; with filters chosen, the first thing is to take them away. */
export const ResultsEmpty = ({ search, onChange }: EmptyProps) => (
  <div className={styles.empty}>
    <p>Try again using more general search terms</p>
    {search.filters.length > 0 && <Button onClick={() => onChange({ filters: [] })}>Search without filters</Button>}
    {!search.obsolete && <Button onClick={() => onChange({ obsolete: true })}>Search obsolete materials too</Button>}
  </div>
)

interface BeyondProps {
  hrefOf: (page: number) => string
  /** The last page there is. */
  last: number
  linkState: unknown
  onLeave: () => void
}

/** A page after the last one, such as an old link leads to. */
export const ResultsBeyondEnd = ({ hrefOf, last, linkState, onLeave }: BeyondProps) => (
  <div className={styles.empty}>
    <p>This page is beyond the last result.</p>
    <LinkButton variant="primary" to={hrefOf(1)} state={linkState} onClick={onLeave}>
      Show the first page
    </LinkButton>
    {last > 1 && (
      <LinkButton to={hrefOf(last)} state={linkState} onClick={onLeave}>
        {`Show the last page (${last.toLocaleString('en-US')})`}
      </LinkButton>
    )}
  </div>
)

interface FailureProps {
  error: Error
  search: Search
  onRetry: () => void
  onWithoutFilters: () => void
}

export function ResultFailure({ error, search, onRetry, onWithoutFilters }: FailureProps) {
  const { title, detail, step } = searchFailure(asProblem(error), search)
  return (
    <Notice
      kind="error"
      title={title}
      actions={
        step === 'again' ? (
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        ) : (
          <Button variant="primary" onClick={onWithoutFilters}>
            Search without filters
          </Button>
        )
      }
    >
      {detail}
    </Notice>
  )
}
