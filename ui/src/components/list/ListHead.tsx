// The line above a paged list: its size, actions for the whole list, and the downloads.
import t from 'messages:staff/controls'
import type { ReactNode } from 'react'
import { Button } from '../buttons/Button'
import layout from '../page/Page.module.css'
import { DownloadLinks } from './DownloadLinks'
import { focusListSummary, listSummaryId } from './listSummary'

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
