// The line above a list that comes in pages: how many there are, what can be done with all of them, and their download.
import type { ReactNode } from 'react'
import { Button } from './Button'
import layout from './Page.module.css'

interface Props {
  /** How many there are, in words. */
  words: string
  download: string
  /** Name of the downloaded file. */
  file: string
  /** Loads the list again; given when what is shown is no longer how it stands. */
  onReload?: (() => void) | undefined
  children?: ReactNode
}

export const ListHead = ({ words, download, file, onReload, children }: Props) => (
  <div className={layout.count}>
    <p role="status">{words}</p>
    {onReload && (
      <Button size="small" onClick={onReload}>
        Load the list again
      </Button>
    )}
    {children}
    <a href={download} download={file}>
      Download as CSV
    </a>
  </div>
)
