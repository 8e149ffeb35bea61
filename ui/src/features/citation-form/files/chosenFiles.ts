// Files that are dropped on or pasted into the form, anywhere on its page.
import { useEffect, useRef, useState } from 'react'

export interface ChosenFile {
  file: File
  isFolder: boolean
}

/** The attribute of the element of a row, with its index. */
const rowAttribute = 'data-language-row'

/** The index of the row that contains an element; null outside of the rows. */
function rowAt(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest(`[${rowAttribute}]`) : null
  return row ? Number(row.getAttribute(rowAttribute)) : null
}

const hasFiles = (data: DataTransfer | null): data is DataTransfer =>
  data?.types.some((type) => type === 'Files') ?? false

/** Must be called in the handler of the event, after which the browser takes the data back. */
const filesOf = (data: DataTransfer): ChosenFile[] =>
  [...data.items].flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null
    return file ? [{ file, isFolder: item.webkitGetAsEntry?.()?.isDirectory ?? false }] : []
  })

/** Nothing is dropped on the page behind a dialog. */
const isCovered = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** Whether the paste is text for the field with the focus: a spreadsheet puts a picture of its cells beside it. */
const isTextPaste = (target: EventTarget | null, data: DataTransfer) =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && data.types.includes('text/plain')

/**
 * Calls `onFiles` with the files and the row on which they were dropped, or in which the focus was; null outside of the rows.
 * Returns the row that files are being dragged over, `page` elsewhere on the page, and null while nothing is dragged.
 */
export function useDroppedFiles(onFiles: (files: ChosenFile[], row: number | null) => void): number | 'page' | null {
  const [over, setOver] = useState<number | 'page' | null>(null)
  const latest = useRef(onFiles)
  latest.current = onFiles
  // External system: the page. Without this, a file dropped beside a row would replace the page and what was typed.
  useEffect(() => {
    const dragOver = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = isCovered() ? 'none' : 'copy'
      if (!isCovered()) setOver(rowAt(event.target) ?? 'page')
    }
    const dragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(null)
    }
    const drop = (event: DragEvent) => {
      setOver(null)
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      if (!isCovered()) take(filesOf(event.dataTransfer), rowAt(event.target))
    }
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event
      if (!hasFiles(clipboardData) || isTextPaste(target, clipboardData) || isCovered()) return
      event.preventDefault()
      // Some browsers paste into the page when a button has the focus.
      take(filesOf(clipboardData), rowAt(target) ?? rowAt(document.activeElement))
    }
    const take = (files: ChosenFile[], row: number | null) => {
      if (files.length > 0) latest.current(files, row)
    }
    document.addEventListener('dragover', dragOver)
    document.addEventListener('dragleave', dragLeave)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragover', dragOver)
      document.removeEventListener('dragleave', dragLeave)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [])
  return over
}
