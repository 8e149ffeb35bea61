// Reviews: which citations are overdue, and marking them as reviewed, one at a time or many at once.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { asProblem } from '../../api/problem'
import { type ReviewEntry, reviewsDownload, reviewsKey, reviewsPageSize, reviewsQuery } from '../../api/reviews'
import { ListHead } from '../../components/ListHead'
import layout from '../../components/Page.module.css'
import { PagedList } from '../../components/PagedList'
import { PageHeading } from '../../components/PageHeading'
import { startOf } from '../../components/pages'
import { announce } from '../../components/StatusLine'
import { useTitle } from '../../lib/useTitle'
import { ReviewBar } from './ReviewBar'
import { type Question, ReviewDialog } from './ReviewDialog'
import { ReviewFilters } from './ReviewFilters'
import styles from './ReviewPage.module.css'
import { ReviewTable } from './ReviewTable'
import { filterOf, readAddress, writeAddress } from './reviewAddress'
import { noTicks, withTicks } from './ticks'
import { type ReviewOutcome, useReviewJob } from './useReviewJob'
import { isReviewed, useReviewSteps } from './useReviewSteps'

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
  const filter = filterOf(address)
  const list = useQuery({ ...reviewsQuery(filter, startOf(page, reviewsPageSize)), placeholderData: keepPreviousData })
  const { steps, etagOf, review, undo, noteReviewed, clear } = useReviewSteps()
  const [ticks, setTicks] = useState(noTicks)
  const [question, setQuestion] = useState<Question | null>(null)
  const [outcome, setOutcome] = useState<ReviewOutcome | null>(null)
  const reviewers = list.data?.reviewers ?? []
  const found = list.data?.found ?? 0

  // Another list begins anew: nothing of it is ticked or done yet.
  const listKey = writeAddress(address, page).toString()
  const [shownKey, setShownKey] = useState(listKey)
  if (listKey !== shownKey) {
    setShownKey(listKey)
    setTicks(noTicks)
    setOutcome(null)
    clear()
  }

  const reload = () => {
    clear()
    setTicks(noTicks)
    return client.invalidateQueries({ queryKey: [...reviewsKey, 'list'] })
  }

  const job = useReviewJob((done) => {
    setOutcome(done)
    const left = new Set(done.left.map(({ id }) => id))
    if (done.wish.action === 'reviewed') {
      noteReviewed(done.wish.entries.map(({ id }) => id).filter((id) => !left.has(id)))
    } else void reload()
  })
  const answer = ({ action, entries }: Question, { reviewer, note }: { reviewer: string; note: string }) => {
    const [only] = entries
    if (action === 'reviewed' && entries.length === 1 && only) {
      review(only, note)
      setQuestion(null)
      setTicks((before) => withTicks(before, entries, false))
      return
    }
    setOutcome(null)
    const known = entries.map((entry) => ({ ...entry, etag: etagOf(entry) }))
    job.adding.mutate(
      { entries: known, action, reviewer, note },
      {
        onSuccess: () => {
          setQuestion(null)
          setTicks(noTicks)
        },
      },
    )
  }
  const ask = (next: Question) => {
    job.adding.reset()
    setQuestion(next)
  }
  const ticked = [...ticks.values()].filter(({ id }) => !isReviewed(steps.get(id)))
  const isBehind = [...steps.values()].some((step) => isReviewed(step) || step.is === 'failed')
  const reviewedHere = [...steps.values()].filter(isReviewed).length
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
          // What was reviewed has left its place in the list: what comes next has moved up to this page.
          if (reviewedHere > 0 && next === page + 1) {
            announce('What you reviewed has left this page. It goes on with what is left.')
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
              words={
                (found === 1 ? '1 citation' : `${found.toLocaleString('en-US')} citations`) +
                (reviewedHere > 0 ? `, ${reviewedHere} of them reviewed since you opened the list` : '')
              }
              download={reviewsDownload(filter)}
              file="reviews.csv"
              onReload={isBehind ? () => void reload() : undefined}
            />
            <ReviewTable
              entries={citations}
              ticks={ticks}
              steps={steps}
              onTick={(entries: readonly ReviewEntry[], on) => setTicks((before) => withTicks(before, entries, on))}
              onReview={(entry) => review(entry, '')}
              onNote={(entry) => ask({ action: 'reviewed', entries: [entry] })}
              onUndo={undo}
            />
          </>
        )}
      </PagedList>
      <ReviewBar
        ticked={ticked.length}
        running={job.running}
        isRunning={job.isRunning}
        outcome={outcome}
        onAsk={(action) => ask({ action, entries: ticked })}
        onUntick={() => setTicks(noTicks)}
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
