// The citations of a page of the list: each can be ticked and reviewed; Shift ticks everything since the last one.
import Check from 'lucide-react/icons/check'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import type { ReviewEntry } from '../../api/reviews'
import { Badge } from '../../components/Badge'
import { Button } from '../../components/Button'
import { FieldError } from '../../components/Field'
import { Table } from '../../components/Table'
import { Tick } from '../../components/Tick'
import { shortDate, today } from '../../lib/dates'
import { citationPath } from '../../paths'
import { overdueWords } from './overdueWords'
import styles from './ReviewTable.module.css'
import { rangeOf, type Ticks } from './ticks'
import { isReviewed, type Step, type Steps } from './useReviewSteps'

interface Actions {
  onTick: (entries: readonly ReviewEntry[], ticked: boolean) => void
  onReview: (entry: ReviewEntry) => void
  /** Asks for a note first. */
  onNote: (entry: ReviewEntry) => void
  onUndo: (entry: ReviewEntry) => void
}

export function ReviewTable({
  entries,
  ticks,
  steps,
  ...actions
}: Actions & { entries: readonly ReviewEntry[]; ticks: Ticks; steps: Steps }) {
  const last = useRef<string | null>(null)
  const open = entries.filter(({ id }) => !isReviewed(steps.get(id)))
  const ticked = open.filter(({ id }) => ticks.has(id)).length
  const onTick = (entry: ReviewEntry, isTicked: boolean, withShift: boolean) => {
    actions.onTick(withShift ? rangeOf(open, last.current, entry.id) : [entry], isTicked)
    last.current = entry.id
  }
  return (
    <Table caption="Citations by review" stacked className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <Tick
              label="Tick all on this page"
              checked={open.length > 0 && ticked === open.length}
              partly={ticked > 0 && ticked < open.length}
              disabled={open.length === 0}
              onChange={(event) => actions.onTick(open, event.target.checked)}
            />
          </th>
          <th scope="col">Title</th>
          <th scope="col">Files</th>
          <th scope="col">Department</th>
          <th scope="col">Reviewer</th>
          <th scope="col">Last reviewed</th>
          <th scope="col">Due</th>
          <th scope="col">Review</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row
            key={entry.id}
            {...actions}
            entry={entry}
            step={steps.get(entry.id)}
            ticked={ticks.has(entry.id)}
            onTickRow={onTick}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface RowProps extends Omit<Actions, 'onTick'> {
  entry: ReviewEntry
  step: Step | undefined
  ticked: boolean
  onTickRow: (entry: ReviewEntry, ticked: boolean, withShift: boolean) => void
}

function Row({ entry, step, ticked, onTickRow, ...actions }: RowProps) {
  const done = isReviewed(step)
  return (
    <tr data-ticked={(ticked && !done) || undefined} data-done={done || undefined}>
      <td data-tick>
        <Tick
          label={`Tick ${entry.title}`}
          checked={ticked && !done}
          disabled={done}
          onChange={(event) => onTickRow(entry, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </td>
      <td data-name>
        <Link to={citationPath(entry.readableId)} dir="auto">
          {entry.title}
        </Link>
      </td>
      <td data-label="Files">
        <Files entry={entry} />
      </td>
      <td data-label="Department">{entry.department && <bdi>{entry.department}</bdi>}</td>
      <td data-label="Reviewer">{entry.reviewer && <bdi>{entry.reviewer}</bdi>}</td>
      <td data-label="Last reviewed">{shortDate(entry.deptReviewDate) || 'Never'}</td>
      <td data-label="Due">
        <Due entry={entry} />
      </td>
      <td data-label="" className={styles.review}>
        <ReviewCell entry={entry} step={step} {...actions} />
      </td>
    </tr>
  )
}

/** So many languages are shown at once; more would make one row as high as five. */
const filesShown = 3

/** The languages, each a link to its file when it has one. */
function Files({ entry: { title, languages } }: { entry: ReviewEntry }) {
  const few = languages.length <= filesShown + 1 ? languages : languages.slice(0, filesShown)
  const more = languages.slice(few.length)
  return (
    <div className={styles.files}>
      <FileList title={title} languages={few} />
      {more.length > 0 && (
        <details>
          <summary aria-label={`${more.length} more languages of ${title}`}>{`${more.length} more`}</summary>
          <FileList title={title} languages={more} />
        </details>
      )}
    </div>
  )
}

const FileList = ({ title, languages }: Pick<ReviewEntry, 'title' | 'languages'>) => (
  <ul>
    {languages.map(({ lang, url }) => (
      <li key={lang}>
        {url ? (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`${lang} file of ${title} (opens in a new tab)`}
          >
            {lang}
          </a>
        ) : (
          lang
        )}
      </li>
    ))}
  </ul>
)

const Due = ({ entry: { dueOn, state } }: { entry: ReviewEntry }) => (
  <span className={styles.due}>
    {shortDate(dueOn)}
    {state === 'overdue' && (
      <span className={styles.overdue}>{overdueWords(dueOn, today(new Date())) || 'Overdue'}</span>
    )}
    {state === 'due' && <Badge>Due soon</Badge>}
  </span>
)

function ReviewCell({ entry, step, onReview, onNote, onUndo }: Omit<RowProps, 'ticked' | 'onTickRow'>) {
  const done = isReviewed(step)
  return (
    <>
      <div className={styles.buttons}>
        {done && (
          <span className={styles.done}>
            <Check aria-hidden /> Reviewed today
          </span>
        )}
        {/* One and the same button, so that the focus stays where it is. */}
        <Button
          size="small"
          variant={done ? 'quiet' : 'secondary'}
          busy={step?.is === 'reviewing' || step?.is === 'undoing'}
          aria-label={done ? `Undo the review of ${entry.title}` : `Reviewed: ${entry.title}`}
          onClick={() => (done ? onUndo(entry) : onReview(entry))}
        >
          {done ? 'Undo' : 'Reviewed'}
        </Button>
        {!done && (
          <Button
            size="small"
            variant="quiet"
            aria-label={`Reviewed, with a note: ${entry.title}`}
            onClick={() => onNote(entry)}
          >
            Note…
          </Button>
        )}
      </div>
      {step?.is === 'failed' && (
        <div role="alert">
          <FieldError id={`review-${entry.id}-error`}>{step.message}</FieldError>
        </div>
      )}
    </>
  )
}
