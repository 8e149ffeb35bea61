// Reviews: citations by due date, and recording reviews of one or many.
import t from 'messages:staff/reviews'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { reviewsDownload, reviewsPageSize, reviewsQuery } from '../../api/maintenance/reviews'
import { asProblem } from '../../api/problem'
import { announce } from '../../components/feedback/StatusLine'
import { ListHead } from '../../components/list/ListHead'
import type { OnPage } from '../../components/list/PageStart'
import { pageStart } from '../../components/list/pages'
import { citationCount } from '../../lib/text/citationCount'
import { ListPage } from '../../listkit/ListPage'
import { useListAddress } from '../../listkit/useListAddress'
import { ReviewBar } from './ReviewBar'
import { ReviewDialog } from './ReviewDialog'
import { ReviewFilters } from './ReviewFilters'
import { ReviewTable } from './ReviewTable'
import { reviewAddress, toFilter } from './reviewAddress'
import { useReviews } from './useReviews'

const emptyTexts: Record<string, string> = {
  overdue: t('nothingOverdueHere'),
  due: t('nothingDueSoon'),
  never: t('allReviewedBefore'),
}

export default function ReviewPage() {
  const address = useListAddress(reviewAddress)
  const filter = toFilter(address.filter)
  const list = useQuery({
    ...reviewsQuery(filter, pageStart(address.page, reviewsPageSize)),
    placeholderData: keepPreviousData,
  })
  const reviews = useReviews(address.key)
  const { rows, job, reviewedHere } = reviews
  const reviewers = list.data?.reviewers ?? []
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
      query={list}
      label={t('pagesOfReviews')}
      failure={t('listNotLoaded')}
      page={address.page}
      pageSize={reviewsPageSize}
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
            rowStates={rows.rowStates}
            onSelect={reviews.select}
            onReview={(entry) => rows.review(entry, '')}
            onNote={(entry) => reviews.ask({ action: 'reviewed', entries: [entry] })}
            onUndo={rows.undo}
          />
        </>
      )}
    </ListPage>
  )
}
