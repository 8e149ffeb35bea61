// The citations on a page of the list, each with its review. Shift selects a range.
import messages from 'messages:staff/reviews'
import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import type { ReviewEntry } from '../../api/maintenance/reviews'
import { Button } from '../../components/buttons/Button'
import { Badge } from '../../components/feedback/Badge'
import { FieldError } from '../../components/form/Field'
import { SelectionCheckbox } from '../../components/form/SelectionCheckbox'
import { Table } from '../../components/list/Table'
import { staffText } from '../../i18n/staffText'
import { shortDate, today } from '../../lib/dates/dates'
import { useMediaQuery } from '../../lib/useMediaQuery'
import type { Selection } from '../../listkit/selection'
import { type SelectionRow, useSelectionRows } from '../../listkit/useSelection'
import { citationPath } from '../../paths'
import { overdueWords } from './overdueWords'
import styles from './ReviewTable.module.css'
import { isReviewed, type RowState, type RowStates } from './useRowReviews'

const t = staffText(messages)

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

export function ReviewTable({
  entries,
  selection,
  rowStates,
  ...actions
}: Actions & { entries: readonly ReviewEntry[]; selection: Selection<ReviewEntry>; rowStates: RowStates }) {
  const [limit, setLimit] = useState(rowsOnPhones)
  const isPhone = useMediaQuery('(width < 40rem)')
  const shown = isPhone ? entries.slice(0, limit) : entries
  const items = shown.filter(({ id }) => !isReviewed(rowStates.get(id)))
  const checkboxes = useSelectionRows({ items, selection, key: entryKey, onSelect: actions.onSelect })
  return (
    <>
      <Table caption={t('citationsByReview')} stacked className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <SelectionCheckbox label={t('selectAllOnPage')} {...checkboxes.page} />
            </th>
            <th scope="col">{t('title')}</th>
            <th scope="col">{t('files')}</th>
            <th scope="col">{t('department')}</th>
            <th scope="col">{t('reviewer')}</th>
            <th scope="col">{t('lastReviewed')}</th>
            <th scope="col">{t('due')}</th>
            <th scope="col">{t('review')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((entry) => (
            <Row
              key={entry.id}
              {...actions}
              entry={entry}
              rowState={rowStates.get(entry.id)}
              checkbox={checkboxes.row(entry)}
            />
          ))}
        </tbody>
      </Table>
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

interface RowProps extends Omit<Actions, 'onSelect'> {
  entry: ReviewEntry
  rowState: RowState | undefined
  checkbox: SelectionRow
}

function Row({ entry, rowState, checkbox, ...actions }: RowProps) {
  const done = isReviewed(rowState)
  return (
    <tr data-selected={(checkbox.checked && !done) || undefined} data-done={done || undefined}>
      <td data-select>
        <SelectionCheckbox
          label={t('selectTitle', { title: entry.title })}
          {...checkbox}
          checked={checkbox.checked && !done}
          disabled={done}
        />
      </td>
      <td data-name>
        <Link to={citationPath(entry.readableId)} dir="auto">
          {entry.title}
        </Link>
      </td>
      <td data-label={t('files')}>
        <Files entry={entry} />
      </td>
      <td data-label={t('department')}>{entry.department && <bdi>{entry.department}</bdi>}</td>
      <td data-label={t('reviewer')}>{entry.reviewer && <bdi>{entry.reviewer}</bdi>}</td>
      <td data-label={t('lastReviewed')}>{shortDate(entry.deptReviewDate) || t('never')}</td>
      <td data-label={t('due')}>
        <Due entry={entry} />
      </td>
      <td data-label="" className={styles.review}>
        <ReviewCell entry={entry} rowState={rowState} {...actions} />
      </td>
    </tr>
  )
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
    {shortDate(dueOn)}
    {state === 'overdue' && (
      <span className={styles.overdue}>{overdueWords(dueOn, today(new Date())) || t('overdue')}</span>
    )}
    {state === 'due' && <Badge>{t('dueSoon')}</Badge>}
  </span>
)

function ReviewCell({ entry, rowState, onReview, onNote, onUndo }: Omit<RowProps, 'checkbox'>) {
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
      {rowState?.is === 'failed' && (
        <div role="alert">
          <FieldError id={`review-${entry.id}-error`}>{rowState.message}</FieldError>
        </div>
      )}
    </>
  )
}
