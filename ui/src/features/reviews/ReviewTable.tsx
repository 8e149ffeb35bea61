// The citations on a page of the list, each with its review. Shift selects a range.
import t from 'messages:staff/reviews'
import { useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type ReviewEntry, reviewCitation, reviewCountsKey, undoReview } from '../../api/maintenance/reviews'
import { Button } from '../../components/buttons/Button'
import { Badge } from '../../components/feedback/Badge'
import { RowError, SelectionCheckbox } from '../../components/form/TextField'
import { isoDay, shortDate, today } from '../../lib/dates/dates'
import { useMediaQuery } from '../../lib/useMediaQuery'
import { CitationLink, type Column, ListTable } from '../../listkit/ListTable'
import { type RowState, type RowStates, useRowChanges } from '../../listkit/useRowChanges'
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
}: Actions & { entries: readonly ReviewEntry[]; selection: Selection<ReviewEntry>; rowStates: RowStates<'reviewed'> }) {
  const [limit, setLimit] = useState(rowsOnPhones)
  const isPhone = useMediaQuery('(width < 40rem)')
  const shown = isPhone ? entries.slice(0, limit) : entries
  const isDone = ({ id }: ReviewEntry) => rowStates.get(id)?.done !== undefined
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
  rowState: RowState<'reviewed'> | undefined
}

function ReviewCell({ entry, rowState, onReview, onNote, onUndo }: ReviewCellProps) {
  const done = rowState?.done !== undefined
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
          busy={rowState?.is === 'busy'}
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

/** The reviews recorded since the list was loaded. */
export function useRowReviews() {
  const client = useQueryClient()
  return useRowChanges<ReviewEntry, string, 'reviewed'>({
    keyOf: entryKey,
    etagOf: ({ etag }) => etag,
    change: async ({ id }, note, etag) => {
      await reviewCitation({ id, etag, note })
      return 'reviewed'
    },
    undo: undoReview,
    changed: ({ title }) => t('titleReviewedToday', { title }),
    undone: ({ title }) => t('titleReviewUndone', { title }),
    notChanged: (problemText) => t('notSavedProblemText', { problemText }),
    notUndone: (problemText) => t('notUndoneProblemText', { problemText }),
    refresh: () => client.invalidateQueries({ queryKey: reviewCountsKey }),
  })
}
