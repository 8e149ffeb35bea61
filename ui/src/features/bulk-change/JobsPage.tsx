// Jobs: what runs in the background, what came of it in the last day, and undoing changes of many citations.
import { useQuery } from '@tanstack/react-query'
import { type Job, jobsQuery } from '../../api/jobs'
import { asProblem } from '../../api/problem'
import { Badge } from '../../components/Badge'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import layout from '../../components/Page.module.css'
import { PageHeading } from '../../components/PageHeading'
import { Skeleton } from '../../components/Skeleton'
import { dayAndTime } from '../../lib/moments'
import { useTitle } from '../../lib/useTitle'
import styles from './BulkChange.module.css'
import { changePhrases, countOf } from './changeWords'
import { JobOutcome, Left } from './JobOutcome'
import { useRunningJobs } from './useJob'

export default function JobsPage() {
  useTitle('Jobs')
  const jobs = useRunningJobs()
  const query = useQuery(jobsQuery)
  return (
    <div className={layout.page}>
      <PageHeading>Jobs</PageHeading>
      <p>
        What is running, and what was asked for in the last day. Citations that a job left unchanged are named, with the
        reason.
      </p>
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
        <p className={layout.empty}>No job in the last day. Search, press Select, and change many citations at once.</p>
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

/** What a job does, in words. */
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
        <p>{review ? `${review.done} of ${countOf(review.citations)} done.` : `${countOf(changed)} changed.`}</p>
      )}
      {review && <Left bulk={{ left: review.left, refused: review.left.length }} />}
      {error && <p>{error}</p>}
    </li>
  )
}
