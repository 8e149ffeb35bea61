// The links to a list as files: CSV, and a workbook of Excel.
import type { ReactNode } from 'react'
import layout from '../page/Page.module.css'

/** The URL of the workbook beside a CSV file. */
export function workbookOf(csv: string) {
  const [path, query] = csv.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('format', 'xlsx')
  return `${path}?${parameters}`
}

interface Props {
  /** The URL of the CSV file. */
  href: string
  /** Its name. */
  file: string
  csv: string
  excel: string
  /** Links to other formats. */
  children?: ReactNode
}

export const DownloadLinks = ({ href, file, csv, excel, children }: Props) => (
  <span className={layout.downloads}>
    <a href={href} download={file}>
      {csv}
    </a>
    <a href={workbookOf(href)} download={file.replace(/csv$/, 'xlsx')}>
      {excel}
    </a>
    {children}
  </span>
)
