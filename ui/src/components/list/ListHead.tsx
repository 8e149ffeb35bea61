// The line above a paged list: its size, actions for the whole list, and the downloads.
import t from 'messages:staff/controls'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../buttons/Button'
import layout from '../page/Page.module.css'
import { focusHeading } from '../page/PageHeading'
import { DownloadLinks } from './DownloadLinks'

interface Props {
  /** The size of the list, such as '3 orders'. */
  summary: string
  /** The URL of the list as CSV. */
  download: string
  /** The name of the CSV file. */
  file: string
  /** Reloads the list; set when the list is outdated. */
  onReload?: (() => void) | undefined
  /** Links to other formats. */
  downloads?: ReactNode
  children?: ReactNode
}

export const ListHead = ({ summary, download, file, onReload, downloads, children }: Props) => (
  <div className={layout.count}>
    <p id={listSummaryId} role="status" tabIndex={-1}>
      {summary}
    </p>
    {onReload && (
      <Button
        size="small"
        onClick={() => {
          focusListSummary()
          onReload()
        }}
      >
        {t('reloadList')}
      </Button>
    )}
    {children}
    <ListDownloads href={download} file={file}>
      {downloads}
    </ListDownloads>
  </div>
)

/** The links to a list of staff as files. */
export const ListDownloads = ({ href, file, children }: { href: string; file: string; children?: ReactNode }) => (
  <DownloadLinks href={href} file={file} csv={t('downloadAsCsv')} excel={t('downloadAsExcel')}>
    {children}
  </DownloadLinks>
)

/** The line with the size of a list. It gets the focus when a control for the list is removed. */
const listSummaryId = 'list-summary'

/** Moves the focus to the line, or to the heading of the page if the list has none. Must be called before the removal. */
export function focusListSummary() {
  const summary = document.getElementById(listSummaryId)
  if (summary) summary.focus({ preventScroll: true })
  else focusHeading()
}

interface ListView {
  label: string
  to: string
  current: boolean
  /** Undefined until it is loaded. */
  count?: number | undefined
}

/** Links to the views of a list with their counts; the current one is marked. */
export const ListViews = ({ views }: { views: readonly ListView[] }) => (
  <nav aria-label={t('views')} className={layout.views}>
    <ul>
      {views.map(({ label, to, current, count }) => (
        <li key={label}>
          <Link to={to} replace aria-current={current ? 'page' : undefined}>
            {count === undefined ? label : `${label} (${count.toLocaleString('en-US')})`}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
