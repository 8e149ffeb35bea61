// Reviews: citations by due date, and recording reviews of one or many.

import t from 'messages:staff/reviews'
import { useQuery } from '@tanstack/react-query'
import {
  type ReviewFilter,
  type ReviewProgress,
  type ReviewState,
  reviewCountsQuery,
  reviewsDownload,
  reviewsQuery,
} from '../../api/maintenance/reviews'
import { asProblem } from '../../api/problem'
import { Button, Spinner } from '../../components/buttons/Button'
import { announce, Notice } from '../../components/feedback/Notice'
import { FilterChoice } from '../../components/form/TextField'
import { focusListSummary, ListHead } from '../../components/list/ListHead'
import type { OnPage } from '../../components/list/Pagination'
import { SkippedList } from '../../components/list/SkippedList'
import styles from '../../components/page/Dock.module.css'
import { citationCount } from '../../lib/text/citationCount'
import { DepartmentFilter, ListFilters, ListPage } from '../../listkit/ListPage'
import { CitationLink } from '../../listkit/ListTable'
import { anyText, listAddress, useListAddress, usePages } from '../../listkit/listAddress'
import { patterns } from '../../paths'
import { ReviewDialog } from './ReviewDialog'
import { ReviewTable } from './ReviewTable'
import type { ReviewOutcome } from './useReviews'
import { useReviews } from './useReviews'

const emptyTexts: Record<string, string> = {
  overdue: t('nothingOverdueHere'),
  due: t('nothingDueSoon'),
  never: t('allReviewedBefore'),
}

export default function ReviewPage() {
  const address = useListAddress(reviewAddress)
  const filter = toFilter(address.filter)
  const list = usePages(address, (start) => reviewsQuery(filter, start))
  const reviews = useReviews(address.key)
  const { rows, job, reviewedHere } = reviews
  const reviewers = list.query.data?.reviewers ?? []
  const openPage: OnPage = (next, options) => {
    // Reviewed citations are no longer in the list, so the following ones have moved up to this page.
    if (reviewedHere > 0 && next === address.page + 1) {
      announce(t('reviewedCitationsRemovedFromPage'))
      reviews.reload()
    } else address.setPage(next, options)
  }
  return (
    <ListPage
      title={t('review')}
      filters={<ReviewFilters filter={address.filter} reviewers={reviewers} onChange={address.setFilter} />}
      {...list}
      label={t('pagesOfReviews')}
      failure={t('listNotLoaded')}
      onPage={openPage}
      empty={t('chooseAnotherView', { empty: emptyTexts[filter.state] ?? t('noCitationsHere') })}
      foot={
        <>
          <ReviewBar
            selected={reviews.selected.length}
            running={job.running}
            isRunning={job.isRunning}
            outcome={reviews.outcome}
            onAsk={(action) => reviews.ask({ action, entries: reviews.selected })}
            onClear={reviews.clear}
            onDismiss={reviews.dismissOutcome}
          />
          <ReviewDialog
            question={reviews.question}
            reviewers={reviewers}
            failure={job.adding.isError ? asProblem(job.adding.error).text : null}
            busy={job.adding.isPending}
            onClose={reviews.closeQuestion}
            onAnswer={reviews.confirm}
          />
        </>
      }
    >
      {({ found, citations }) => (
        <>
          <ListHead
            summary={
              reviewedHere > 0
                ? t('reviewedHere', { citationCount: citationCount(found), reviewedHere })
                : citationCount(found)
            }
            download={reviewsDownload(filter)}
            file="reviews.csv"
            onReload={reviews.isOutdated ? reviews.reload : undefined}
          />
          <ReviewTable
            key={`${address.key} ${address.page}`}
            entries={citations}
            selection={reviews.selection}
            rowStates={rows.states}
            onSelect={reviews.select}
            onReview={(entry) => rows.change(entry, '')}
            onNote={(entry) => reviews.ask({ action: 'reviewed', entries: [entry] })}
            onUndo={rows.undo}
          />
        </>
      )}
    </ListPage>
  )
}

interface Props {
  filter: ReviewFilter
  /** All reviewers. */
  reviewers: readonly string[]
  onChange: (next: Partial<ReviewFilter>) => void
}

/** The views with their counts, and the filters by department and reviewer; all of them are stored in the URL. */
function ReviewFilters({ filter, reviewers, onChange }: Props) {
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

/** The views; in the URL, no state means overdue citations. */
const views: readonly { value: string; label: string; counted?: ReviewState }[] = [
  { value: '', label: t('overdue'), counted: 'overdue' },
  { value: 'due', label: t('dueSoon'), counted: 'due' },
  { value: 'never', label: t('neverReviewed'), counted: 'never' },
  { value: 'current', label: t('upToDate'), counted: 'current' },
  { value: 'all', label: t('all') },
]

/** The views of the reviews, and the URL of the list: /review?state=never&department=Surgery&page=2. */
export const reviewAddress = listAddress<ReviewFilter>(patterns.review, {
  state: (state) => views.some(({ value }) => value === state),
  department: anyText,
  reviewer: anyText,
})

/** The filter as the server expects it. */
export const toFilter = (address: ReviewFilter): ReviewFilter => ({
  ...address,
  state: { '': 'overdue', all: '' }[address.state] ?? address.state,
})

interface ReviewBarProps {
  selected: number
  running: ReviewProgress | null
  isRunning: boolean
  outcome: ReviewOutcome | null
  onAsk: (action: ReviewProgress['action']) => void
  onClear: () => void
  onDismiss: () => void
}

const resultText = ({ request: { action, reviewer }, changed }: Pick<ReviewOutcome, 'request' | 'changed'>) =>
  action === 'reviewer'
    ? t('reviewerSet', { citationCount: citationCount(changed), reviewer })
    : t('citationsMarked', { citationCount: citationCount(changed) })

/** The sticky bar for the selected citations: actions, the progress of a job, and its result. */
const ReviewBar = ({ selected, running, isRunning, outcome, onAsk, onClear, onDismiss }: ReviewBarProps) => (
  <div className={styles.dock}>
    {isRunning && <Progress running={running} />}
    {outcome && <Outcome outcome={outcome} onDismiss={onDismiss} />}
    {selected > 0 && (
      <section aria-label={t('selectedCitations')} className={styles.bar}>
        <p className={styles.count}>{t('selected', { selected })}</p>
        <Button
          variant="quiet"
          onClick={() => {
            focusListSummary()
            onClear()
          }}
        >
          {t('clearSelection')}
        </Button>
        <Button variant="soft" onClick={() => onAsk('reviewed')}>
          {t('markAsReviewedButton')}
        </Button>
        <Button onClick={() => onAsk('reviewer')}>{t('setReviewerButton')}</Button>
      </section>
    )}
  </div>
)

function Progress({ running }: { running: ReviewProgress | null }) {
  const words = running
    ? t('doneOfCitations', { done: running.done, citationCount: citationCount(running.citations) })
    : t('jobStarting')
  return (
    <div role="status" className={styles.bar}>
      <Spinner />
      <p className={styles.count}>{words}</p>
      {running && <progress aria-label={t('progressOfJob')} max={running.citations} value={running.done} />}
    </div>
  )
}

function Outcome({ outcome, onDismiss }: { outcome: ReviewOutcome; onDismiss: () => void }) {
  const { skipped, changed } = outcome
  if (skipped.length === 0) return <Notice kind="success" title={resultText(outcome)} onDismiss={onDismiss} />
  return (
    <Notice
      kind="error"
      title={t('citationsSkipped', { citationCount: citationCount(skipped.length) })}
      onDismiss={onDismiss}
    >
      <SkippedList skipped={skipped} link={({ id, title }) => <CitationLink id={id} title={title} />} />
      {changed > 0 && <p>{resultText(outcome)}</p>}
    </Notice>
  )
}
