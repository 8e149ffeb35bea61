// The route of jobs: the list of jobs, or the bulk edit. Listed are those running and those of the last day, with their results and 'Undo'.

import t from 'messages:staff/bulkEdit'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { type Job, jobsQuery } from '../../api/catalogue/jobs'
import { Badge } from '../../components/feedback/Badge'
import { dayAndTime } from '../../lib/dates/dates'
import { lazyPart } from '../../lib/page/lazyPart'
import { citationCount } from '../../lib/text/citationCount'
import { capitalized } from '../../lib/text/sentence'
import { ListPage } from '../../listkit/ListPage'
import styles from './BulkChange.module.css'
import { changePhrases, lookupPhrase } from './changeFields'
import { JobOutcome, Skipped, useRunningJobs } from './JobOutcome'

const ChangePage = lazyPart(() => import('./ChangePage'))

export default function Jobs() {
  return useParams().page === 'change' ? <ChangePage /> : <JobsPage />
}

/** Jobs: those running and those of the last day, with their results and 'Undo'. */
export function JobsPage() {
  const jobs = useRunningJobs()
  const query = useQuery(jobsQuery)
  return (
    <ListPage
      title={t('jobs')}
      head={<p>{t('jobsIntroduction')}</p>}
      query={{ ...query, data: query.data && { found: jobs.length } }}
      failure={t('jobsNotLoaded')}
      empty={t('noJobsInLastDay')}
    >
      {() => (
        <ol className={styles.jobs}>
          {jobs.map((job) => (
            <JobEntry key={job.id} job={job} />
          ))}
        </ol>
      )}
    </ListPage>
  )
}

/** A job's title, such as 'Add Asthma to Tags'; several changes of lookup values are listed below theirs. */
function jobTitle({ type, config, bulk, review }: Job): string {
  if (bulk) {
    const what = changePhrases(bulk.change).join('; ')
    return bulk.undoes ? t('undoWhat', { what }) : capitalized(what)
  }
  if (review)
    return review.action === 'reviewer' ? t('setReviewer', { reviewer: review.reviewer ?? '' }) : t('markAsReviewed')
  if (config.length === 1) return config.map(lookupPhrase).join()
  return config.length > 0 ? t('typeOfValues', { type, count: config.length }) : type
}

function JobEntry({ job }: { job: Job }) {
  const { bulk, review, config, complete, start, error, changed } = job
  const title = jobTitle(job)
  return (
    <li>
      <h2 dir="auto">
        {title} {!complete && <Badge>{t('running')}</Badge>}
      </h2>
      <p className={styles.facts}>
        {bulk ? t('startedBy', { dayAndTime: dayAndTime(start), by: bulk.by }) : dayAndTime(start)}
      </p>
      {bulk ? (
        <JobOutcome job={job} bulk={bulk} undoLabel={t('undoTitle', { title })} />
      ) : (
        <p>
          {review
            ? t('doneOfCitations', { done: review.done, citationCount: citationCount(review.citations) })
            : t('citationsChanged', { citationCount: citationCount(changed) })}
        </p>
      )}
      {config.length > 1 && <LookupChanges config={config} />}
      {review && <Skipped bulk={{ left: review.left, refused: review.left.length }} />}
      {error && <p>{error}</p>}
    </li>
  )
}

/** Up to so many changes are shown at once. */
const openChanges = 5

const LookupChanges = ({ config }: Pick<Job, 'config'>) => (
  <details className={styles.details} open={config.length <= openChanges}>
    <summary>{t('changes')}</summary>
    <ul>
      {config.map((change) => (
        <li key={`${change.type} ${change.oldValue}`} dir="auto">
          {lookupPhrase(change)}
        </li>
      ))}
    </ul>
  </details>
)
