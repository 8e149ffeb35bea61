// The citations on a page of the list, each with its review. Shift selects a range.
import t from 'messages:staff/reviews'
import { useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type ReviewEntry, reviewCitation, reviewCountsKey, undoReview } from '../../api/maintenance/reviews'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { Badge } from '../../components/feedback/Badge'
import { announce } from '../../components/feedback/Notice'
import { RowError, SelectionCheckbox } from '../../components/form/TextField'
import { isoDay, shortDate, today } from '../../lib/dates/dates'
import { useMediaQuery } from '../../lib/useMediaQuery'
import { CitationLink, type Column, ListTable } from '../../listkit/ListTable'
import { type Selection, type SelectionRow, useSelectionRows } from '../../listkit/useSelection'
import styles from './ReviewTable.module.css'

interface Actions {
  onSelect: (entries: readonly ReviewEntry[], selected: boolean) => void
  onReview: (entry: ReviewEntry) => void
  /** Asks for a note first. */
  onNote: (entry: ReviewEntry) => void
  onUndo: (entry: ReviewEntry) => void
}

/** Rows on a phone, where each fills half a screen, and how many more the button shows. */
const rowsOnPhones = 10

export const entryKey = ({ id }: ReviewEntry) => id

const columns: Column<ReviewEntry>[] = [
  {
    header: t('title'),
    is: 'name',
    cell: ({ readableId, title }) => <CitationLink id={readableId} title={title} />,
  },
  { header: t('files'), cell: (entry) => <Files entry={entry} /> },
  { header: t('department'), cell: ({ department }) => department && <bdi>{department}</bdi> },
  { header: t('reviewer'), cell: ({ reviewer }) => reviewer && <bdi>{reviewer}</bdi> },
  { header: t('lastReviewed'), cell: ({ deptReviewDate }) => shortDate(deptReviewDate) || t('never') },
  { header: t('due'), cell: (entry) => <Due entry={entry} /> },
]

export function ReviewTable({
  entries,
  selection,
  rowStates,
  ...actions
}: Actions & { entries: readonly ReviewEntry[]; selection: Selection<ReviewEntry>; rowStates: RowStates }) {
  const [limit, setLimit] = useState(rowsOnPhones)
  const isPhone = useMediaQuery('(width < 40rem)')
  const shown = isPhone ? entries.slice(0, limit) : entries
  const isDone = ({ id }: ReviewEntry) => isReviewed(rowStates.get(id))
  const items = shown.filter((entry) => !isDone(entry))
  const checkboxes = useSelectionRows({ items, selection, key: entryKey, onSelect: actions.onSelect })
  return (
    <>
      <ListTable
        caption={t('citationsByReview')}
        rows={shown}
        rowKey={entryKey}
        className={styles.table}
        tr={(entry, cells) => {
          const done = isDone(entry)
          return (
            <tr data-selected={(selection.has(entry.id) && !done) || undefined} data-done={done || undefined}>
              {cells}
            </tr>
          )
        }}
        columns={[
          {
            header: t('selectAllOnPage'),
            head: <SelectionCheckbox label={t('selectAllOnPage')} {...checkboxes.page} />,
            is: 'select',
            cell: (entry) => <Select entry={entry} checkbox={checkboxes.row(entry)} done={isDone(entry)} />,
          },
          ...columns,
          {
            header: t('review'),
            label: '',
            className: styles.review,
            cell: (entry) => <ReviewCell entry={entry} rowState={rowStates.get(entry.id)} {...actions} />,
          },
        ]}
      />
      {shown.length < entries.length && (
        <Button
          onClick={({ currentTarget }) => {
            const rows = currentTarget.parentElement?.querySelectorAll('tr')
            flushSync(() => setLimit(limit + rowsOnPhones))
            rows
              ?.item(rows.length - 1)
              .nextElementSibling?.querySelector('a')
              ?.focus()
          }}
        >
          {t('showMore', { count: entries.length - shown.length })}
        </Button>
      )}
    </>
  )
}

function Select({ entry, checkbox, done }: { entry: ReviewEntry; checkbox: SelectionRow; done: boolean }) {
  const checked = checkbox.checked && !done
  const label = t('selectTitle', { title: entry.title })
  return <SelectionCheckbox label={label} {...checkbox} checked={checked} disabled={done} />
}

/** More languages would make the row too high. */
const MAX_FILES = 3

/** The languages, each a link to its file when it has one. */
function Files({ entry: { title, languages } }: { entry: ReviewEntry }) {
  const visible = languages.length <= MAX_FILES + 1 ? languages : languages.slice(0, MAX_FILES)
  const more = languages.slice(visible.length)
  return (
    <div className={styles.files}>
      <FileList title={title} languages={visible} />
      {more.length > 0 && (
        <details>
          <summary aria-label={t('moreLanguagesOfTitle', { count: more.length, title })}>
            {t('countMore', { count: more.length })}
          </summary>
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
          <a href={url} target="_blank" rel="noopener noreferrer" aria-label={t('fileOpensInNewTab', { lang, title })}>
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
    {shortDate(dueOn)}{' '}
    {state === 'overdue' && (
      <span className={styles.overdue}>{overdueWords(dueOn, today(new Date())) || t('overdue')}</span>
    )}
    {state === 'due' && <Badge>{t('dueSoon')}</Badge>}
  </span>
)

interface ReviewCellProps extends Omit<Actions, 'onSelect'> {
  entry: ReviewEntry
  rowState: RowState | undefined
}

function ReviewCell({ entry, rowState, onReview, onNote, onUndo }: ReviewCellProps) {
  const done = isReviewed(rowState)
  return (
    <>
      <div className={styles.buttons}>
        {done && (
          <span className={styles.done}>
            <Check aria-hidden /> {t('reviewedToday')}
          </span>
        )}
        {/* The same element in both states, so that it keeps the focus. */}
        <Button
          size="small"
          variant={done ? 'quiet' : 'secondary'}
          busy={rowState?.is === 'reviewing' || rowState?.is === 'undoing'}
          aria-label={
            done ? t('undoReviewOfTitle', { title: entry.title }) : t('reviewedTitle', { title: entry.title })
          }
          onClick={() => (done ? onUndo(entry) : onReview(entry))}
        >
          {done ? t('undo') : t('reviewed')}
        </Button>
        {!done && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t('reviewedWithNote', { title: entry.title })}
            onClick={() => onNote(entry)}
          >
            {t('reviewWithNote')}
          </Button>
        )}
      </div>
      <RowError id={`review-${entry.id}-error`}>{rowState?.is === 'failed' && rowState.message}</RowError>
    </>
  )
}

/**
 * Such as '3 years overdue', in the largest unit that is full, years, months or days; empty when there is no due day, or it is
 * not past. `today` is `YYYY-MM-DD`.
 */
export function overdueWords(dueOn: string | null | undefined, today: string): string {
  const due = isoDay(dueOn)
  if (due === undefined || due >= today) return ''
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const [dueYear = 0, dueMonth = 0, dueDay = 0] = due.split('-').map(Number)
  // The last day of a month completes a month that began on a later day.
  const isFull = day >= dueDay || day === new Date(Date.UTC(year, month, 0)).getUTCDate()
  const months = (year - dueYear) * 12 + month - dueMonth - (isFull ? 0 : 1)
  if (months >= 12) return t('yearsOverdue', { count: Math.floor(months / 12) })
  if (months >= 1) return t('monthsOverdue', { count: months })
  return t('daysOverdue', { count: (Date.parse(today) - Date.parse(due)) / 86_400_000 })
}

/** What was done with a row. */
type RowState =
  | { is: 'reviewing' | 'reviewed' | 'undoing' | 'undone' }
  /** `reviewed`: the undo failed, so the review is still recorded. */
  | { is: 'failed'; message: string; reviewed: boolean }

type RowStates = ReadonlyMap<string, RowState>

/** Whether the review of a row is recorded. */
export const isReviewed = (rowState: RowState | undefined) =>
  rowState !== undefined &&
  (rowState.is === 'reviewed' || rowState.is === 'undoing' || (rowState.is === 'failed' && rowState.reviewed))

/** The message of an error; for a conflict, only the detail. */
function problemText(error: unknown): string {
  const { status, detail, text } = asProblem(error)
  return status === 412 && detail !== '' ? detail : text
}

/** The reviews recorded since the list was loaded: rows stay in place and show their new state. */
export function useRowReviews() {
  const client = useQueryClient()
  const [rowStates, setRowStates] = useState<RowStates>(new Map())
  /** The ETags of citations whose review was undone; those of the others are in the list. */
  const [etags, setEtags] = useState<ReadonlyMap<string, string>>(new Map())
  const etagOf = ({ id, etag }: ReviewEntry) => etags.get(id) ?? etag
  const setRowState = (id: string, rowState: RowState) => setRowStates((before) => new Map(before).set(id, rowState))
  /** Updates the counts; the list itself is not reloaded. */
  const refreshCounts = () => client.invalidateQueries({ queryKey: reviewCountsKey })

  const reviewing = useSingleMutation({
    mutationFn: ({ entry, etag, note }: { entry: ReviewEntry; etag: string; note: string }) =>
      reviewCitation({ id: entry.id, etag, note }),
    onMutate: ({ entry }) => setRowState(entry.id, { is: 'reviewing' }),
    onSuccess: (_, { entry }) => {
      setRowState(entry.id, { is: 'reviewed' })
      announce(t('titleReviewedToday', { title: entry.title }))
      void refreshCounts()
    },
    onError: (error, { entry }) =>
      setRowState(entry.id, {
        is: 'failed',
        reviewed: false,
        message: t('notSavedProblemText', { problemText: problemText(error) }),
      }),
  })
  const undoing = useSingleMutation({
    mutationFn: undoReview,
    onMutate: ({ id }: ReviewEntry) => setRowState(id, { is: 'undoing' }),
    onSuccess: (etag, { id, title }) => {
      setRowState(id, { is: 'undone' })
      setEtags((before) => new Map(before).set(id, etag))
      announce(t('titleReviewUndone', { title }))
      void refreshCounts()
    },
    onError: (error, { id }) =>
      setRowState(id, {
        is: 'failed',
        reviewed: true,
        message: t('notUndoneProblemText', { problemText: problemText(error) }),
      }),
  })
  return {
    rowStates,
    /** The ETag of the version that the page shows. */
    etagOf,
    review: (entry: ReviewEntry, note: string) => reviewing.mutate({ entry, etag: etagOf(entry), note }),
    undo: (entry: ReviewEntry) => undoing.mutate(entry),
    /** Marks the citations that a job has reviewed. */
    markReviewed: (ids: readonly string[]) => {
      setRowStates((before) => new Map([...before, ...ids.map((id): [string, RowState] => [id, { is: 'reviewed' }])]))
      void refreshCounts()
    },
    /** Resets all rows when the list is reloaded. */
    clear: () => {
      setRowStates(new Map())
      setEtags(new Map())
    },
  }
}
