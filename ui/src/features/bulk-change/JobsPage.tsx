// Jobs: those running and those of the last day, with their results and 'Undo'.

import { useQuery } from '@tanstack/react-query'
import { type Job, jobsQuery } from '../../api/catalogue/jobs'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { Badge } from '../../components/feedback/Badge'
import { Notice } from '../../components/feedback/Notice'
import { Skeleton } from '../../components/feedback/Skeleton'
import layout from '../../components/page/Page.module.css'
import { PageHeading } from '../../components/page/PageHeading'
import { dayAndTime } from '../../lib/dates/dateTimes'
import { citationCount } from '../../lib/text/citationCount'
import { useTitle } from '../../lib/useTitle'
import styles from './BulkChange.module.css'
import { changePhrases } from './changeWords'
import { JobOutcome, Skipped } from './JobOutcome'
import { useRunningJobs } from './useJob'

export default function JobsPage() {
  useTitle('Jobs')
  const jobs = useRunningJobs()
  const query = useQuery(jobsQuery)
  return (
    <div className={layout.page}>
      <PageHeading>Jobs</PageHeading>
      <p>Running jobs, and the jobs of the last day. Skipped citations are listed with the reason.</p>
      {query.isPending ? (
        <Skeleton kind="block" />
      ) : query.isError && jobs.length === 0 ? (
        <Notice
          kind="error"
          title="The jobs could not be loaded."
          actions={<Button onClick={() => void query.refetch()}>Try again</Button>}
        >
          {asProblem(query.error).text}
        </Notice>
      ) : jobs.length === 0 ? (
        <p className={layout.empty}>
          No jobs in the last day. To change many citations at once, search and press Select.
        </p>
      ) : (
        <ol className={styles.jobs}>
          {jobs.map((job) => (
            <JobEntry key={job.id} job={job} />
          ))}
        </ol>
      )}
    </div>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A job's title, such as 'Add Asthma to Tags'. */
export function jobTitle({ type, config, bulk, review }: Job): string {
  if (bulk) {
    const what = changePhrases(bulk.change).join('; ')
    return bulk.undoes ? `Undo: ${what}` : capital(what)
  }
  if (review) return review.action === 'reviewer' ? `Set the reviewer to ${review.reviewer}` : 'Mark as reviewed'
  return config.length > 0 ? `${type}: ${config.length} ${config.length === 1 ? 'value' : 'values'}` : type
}

function JobEntry({ job }: { job: Job }) {
  const { bulk, review, complete, start, error, changed } = job
  const title = jobTitle(job)
  return (
    <li>
      <h2 dir="auto">
        {title} {!complete && <Badge>Running</Badge>}
      </h2>
      <p className={styles.facts}>{[dayAndTime(start), bulk?.by].filter(Boolean).join(', by ')}</p>
      {bulk ? (
        <JobOutcome job={job} bulk={bulk} undoLabel={`Undo: ${title}`} />
      ) : (
        <p>
          {review ? `${review.done} of ${citationCount(review.citations)} done.` : `${citationCount(changed)} changed.`}
        </p>
      )}
      {review && <Skipped bulk={{ left: review.left, refused: review.left.length }} />}
      {error && <p>{error}</p>}
    </li>
  )
}
