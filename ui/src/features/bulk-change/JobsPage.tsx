// Jobs: those running and those of the last day, with their results and 'Undo'.

import { useQuery } from '@tanstack/react-query'
import { type Job, jobsQuery } from '../../api/catalogue/jobs'
import { Badge } from '../../components/feedback/Badge'
import { dayAndTime } from '../../lib/dates/dateTimes'
import { citationCount } from '../../lib/text/citationCount'
import { ListPage } from '../../listkit/ListPage'
import styles from './BulkChange.module.css'
import { changePhrases } from './changeWords'
import { JobOutcome, Skipped } from './JobOutcome'
import { useRunningJobs } from './useJob'

export default function JobsPage() {
  const jobs = useRunningJobs()
  const query = useQuery(jobsQuery)
  return (
    <ListPage
      title="Jobs"
      head={<p>Running jobs, and the jobs of the last day. Skipped citations are listed with the reason.</p>}
      query={{ ...query, data: query.data && { found: jobs.length } }}
      failure="The jobs could not be loaded."
      empty="No jobs in the last day. To change many citations at once, search and press Select."
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
