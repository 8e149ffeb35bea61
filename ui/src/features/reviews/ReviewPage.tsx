// Reviews: citations by due date, and recording reviews of one or many.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  type ReviewEntry,
  reviewListKey,
  reviewsDownload,
  reviewsPageSize,
  reviewsQuery,
} from '../../api/maintenance/reviews'
import { asProblem } from '../../api/problem'
import { announce } from '../../components/feedback/StatusLine'
import { ListHead } from '../../components/list/ListHead'
import { PagedList } from '../../components/list/PagedList'
import { pageStart } from '../../components/list/pages'
import layout from '../../components/page/Page.module.css'
import { PageHeading } from '../../components/page/PageHeading'
import { useTitle } from '../../lib/useTitle'
import { ReviewBar } from './ReviewBar'
import { type Question, ReviewDialog } from './ReviewDialog'
import { ReviewFilters } from './ReviewFilters'
import styles from './ReviewPage.module.css'
import { ReviewTable } from './ReviewTable'
import { readAddress, toFilter, writeAddress } from './reviewAddress'
import { noSelection, withSelection } from './selection'
import { type ReviewOutcome, useReviewJob } from './useReviewJob'
import { isReviewed, useRowReviews } from './useRowReviews'

const emptyTexts: Record<string, string> = {
  overdue: 'Nothing is overdue here.',
  due: 'Nothing is due soon.',
  never: 'Every citation here has been reviewed before.',
}

export default function ReviewPage() {
  useTitle('Review')
  const client = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const { address, page } = readAddress(parameters)
  const filter = toFilter(address)
  const list = useQuery({
    ...reviewsQuery(filter, pageStart(page, reviewsPageSize)),
    placeholderData: keepPreviousData,
  })
  const { rowStates, etagOf, review, undo, markReviewed, clear } = useRowReviews()
  const [selection, setSelection] = useState(noSelection)
  const [question, setQuestion] = useState<Question | null>(null)
  const [outcome, setOutcome] = useState<ReviewOutcome | null>(null)
  const reviewers = list.data?.reviewers ?? []
  const found = list.data?.found ?? 0

  // Another list has no selection and no results yet.
  const listKey = writeAddress(address, page).toString()
  const [shownKey, setShownKey] = useState(listKey)
  if (listKey !== shownKey) {
    setShownKey(listKey)
    setSelection(noSelection)
    setOutcome(null)
    clear()
  }

  const reload = () => {
    clear()
    setSelection(noSelection)
    return client.invalidateQueries({ queryKey: reviewListKey })
  }

  const job = useReviewJob((done) => {
    setOutcome(done)
    const skipped = new Set(done.skipped.map(({ id }) => id))
    if (done.request.action === 'reviewed') {
      markReviewed(done.request.entries.map(({ id }) => id).filter((id) => !skipped.has(id)))
    } else void reload()
  })
  const answer = ({ action, entries }: Question, { reviewer, note }: { reviewer: string; note: string }) => {
    const [only] = entries
    if (action === 'reviewed' && entries.length === 1 && only) {
      review(only, note)
      setQuestion(null)
      setSelection((before) => withSelection(before, entries, false))
      return
    }
    setOutcome(null)
    const known = entries.map((entry) => ({ ...entry, etag: etagOf(entry) }))
    job.adding.mutate(
      { entries: known, action, reviewer, note },
      {
        onSuccess: () => {
          setQuestion(null)
          setSelection(noSelection)
        },
      },
    )
  }
  const ask = (next: Question) => {
    job.adding.reset()
    setQuestion(next)
  }
  const selected = [...selection.values()].filter(({ id }) => !isReviewed(rowStates.get(id)))
  const isOutdated = [...rowStates.values()].some((rowState) => isReviewed(rowState) || rowState.is === 'failed')
  const reviewedHere = [...rowStates.values()].filter(isReviewed).length
  return (
    <div className={`${layout.page} ${styles.page}`}>
      <PageHeading>Review</PageHeading>
      <ReviewFilters
        address={address}
        reviewers={reviewers}
        onChange={(next) => setParameters(writeAddress({ ...address, ...next }), { replace: true })}
      />
      <PagedList
        query={list}
        label="Pages of reviews"
        failure="The list could not be loaded."
        failureDetail={list.error ? asProblem(list.error).text : undefined}
        page={page}
        pageSize={reviewsPageSize}
        onPage={(next) => {
          // Reviewed citations are no longer in the list, so the following ones have moved up to this page.
          if (reviewedHere > 0 && next === page + 1) {
            announce('Reviewed citations were removed from this page. The remaining ones follow.')
            void reload()
          } else setParameters(writeAddress(address, next))
        }}
        empty={
          <p className={layout.empty}>
            {emptyTexts[filter.state] ?? 'No citations here.'} Choose another view, or change the filters.
          </p>
        }
      >
        {({ citations }) => (
          <>
            <ListHead
              summary={
                (found === 1 ? '1 citation' : `${found.toLocaleString('en-US')} citations`) +
                (reviewedHere > 0 ? `, ${reviewedHere} of them reviewed while the list was open` : '')
              }
              download={reviewsDownload(filter)}
              file="reviews.csv"
              onReload={isOutdated ? () => void reload() : undefined}
            />
            <ReviewTable
              entries={citations}
              selection={selection}
              rowStates={rowStates}
              onSelect={(entries: readonly ReviewEntry[], on) =>
                setSelection((before) => withSelection(before, entries, on))
              }
              onReview={(entry) => review(entry, '')}
              onNote={(entry) => ask({ action: 'reviewed', entries: [entry] })}
              onUndo={undo}
            />
          </>
        )}
      </PagedList>
      <ReviewBar
        selected={selected.length}
        running={job.running}
        isRunning={job.isRunning}
        outcome={outcome}
        onAsk={(action) => ask({ action, entries: selected })}
        onClear={() => setSelection(noSelection)}
        onDismiss={() => setOutcome(null)}
      />
      <ReviewDialog
        question={question}
        reviewers={reviewers}
        failure={job.adding.isError ? asProblem(job.adding.error).text : null}
        busy={job.adding.isPending}
        onClose={() => setQuestion(null)}
        onAnswer={answer}
      />
    </div>
  )
}
