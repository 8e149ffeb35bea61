// The record of a citation as of a date, read-only. In English, like all staff screens.
import t from 'messages:staff/record'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from 'react-router-dom'
import { addressId, type Citation, recordQuery } from '../../../api/catalogue/citations'
import { asProblem, type Problem } from '../../../api/problem'
import { LoadingFailure } from '../../../components/feedback/LoadingFailure'
import { Notice, useAnnounced } from '../../../components/feedback/Notice'
import { PageHeading, useTitle } from '../../../components/page/PageHeading'
import { isoDay } from '../../../lib/dates/dates'
import { citationPath, recordPath } from '../../../paths'
import { CitationSkeleton, CitationView } from '../view/CitationView'
import { AsOfButton } from './AsOfButton'
import styles from './RecordPage.module.css'

const dayInWords = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' })

/** Such as May 3, 2026; empty for an invalid date. */
const longDate = (day: string) =>
  isoDay(day) === undefined ? '' : dayInWords.format(new Date(`${isoDay(day)}T00:00:00Z`))

export default function RecordPage({ day }: { day: string }) {
  const { id = '' } = useParams()
  const { data, error, isPending, refetch } = useQuery(recordQuery(id, day))
  const movedTo = data?.movedTo
  useTitle(
    data
      ? t('titleAsOfLongDate', { title: data.citation.title, longDate: longDate(day) })
      : isPending
        ? t('loading')
        : t('noRecordForDate'),
    true,
  )
  useAnnounced(isPending ? t('loading') : '')
  if (isPending) return <CitationSkeleton heading={t('loadingRecord')} />
  if (movedTo) return <Navigate to={recordPath(movedTo, day)} replace />
  if (data) {
    return (
      <div className={styles.page}>
        <Notice
          kind="info"
          title={t('recordAsOfLongDate', { longDate: longDate(day) })}
          actions={<DateLinks id={addressId(data.citation)} day={day} />}
        >
          {explanationOf(data.citation)}
        </Notice>
        <CitationView key={`${id} ${day}`} citation={data.citation} asOf={day} />
      </div>
    )
  }
  const problem = asProblem(error)
  if ([400, 404, 422].includes(problem.status)) return <NoRecord id={id} day={day} problem={problem} />
  return <LoadingFailure heading={t('recordNotLoaded')} problem={problem} onRetry={() => void refetch()} />
}

/** Explains whether the files are those of the day, what the links lead to today, or both. */
function explanationOf({ languages }: Citation) {
  const opened = languages.filter(({ url }) => url)
  const stored = opened.filter(({ file, copy }) => file || copy)
  if (stored.length === 0) return t('explanation')
  return stored.length === opened.length ? t('explanationWithFiles') : t('explanationWithSomeFiles')
}

/** Links from the record to other dates. */
const DateLinks = ({ id, day }: { id: string; day: string }) => (
  <div className={styles.ways}>
    <Link to={citationPath(id)}>{t('showCurrentRecord')}</Link>
    <AsOfButton id={id} day={day}>
      {t('anotherDate')}
    </AsOfButton>
  </div>
)

const NoRecord = ({ id, day, problem }: { id: string; day: string; problem: Problem }) => (
  <div className={styles.page}>
    <PageHeading>{t('noRecordForDate')}</PageHeading>
    <p>{problem.status === 400 ? t('dateInUrlNotValid') : (problem.fieldErrors[0]?.message ?? problem.serverDetail)}</p>
    <DateLinks id={id} day={day} />
  </div>
)
