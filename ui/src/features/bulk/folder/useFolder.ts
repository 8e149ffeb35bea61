// The files that were chosen or dropped, from reading them to the plan.
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { MAX_MATCHED_NAMES, matchFiles } from '../../../api/catalogue/fileChanges'
import { useFileLimits } from '../../../api/catalogue/files'
import { type FolderFile, filesOfDrop } from './folderFiles'
import { withContents } from './plan'

export function useFolder() {
  const { maxMb } = useFileLimits()
  /** The number of files; null while a folder is being read. */
  const [count, setCount] = useState<number | null>(null)
  const matching = useMutation({
    mutationFn: async (given: Promise<FolderFile[]> | FolderFile[]) => {
      const files = await given
      setCount(files.length)
      if (files.length === 0 || files.length > MAX_MATCHED_NAMES) return null
      return withContents(files, await matchFiles(files.map(({ path }) => path)), maxMb)
    },
    onMutate: () => setCount(null),
  })
  return {
    count,
    files: matching.data ?? null,
    isPending: matching.isPending,
    error: matching.error,
    take: (files: Promise<FolderFile[]> | FolderFile[]) => matching.mutate(files),
    retry: () => matching.variables && matching.mutate(matching.variables),
    reset: () => {
      setCount(null)
      matching.reset()
    },
  }
}

/** A file input and a dialog take their own drops. */
const isElsewhere = (target: EventTarget | null) =>
  (target instanceof Element && target.closest('input[type="file"]') !== null) ||
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** Takes what is dropped anywhere on the page; returns whether files are being dragged over it. */
export function useDroppedFolder(enabled: boolean, onFiles: (files: Promise<FolderFile[]>) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  latest.current = onFiles
  // External system: the page. Without this, a file dropped beside the inputs would replace the page.
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.some((type) => type === 'Files') ?? false
    const dragOver = (event: DragEvent) => {
      if (!hasFiles(event) || isElsewhere(event.target)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = enabled ? 'copy' : 'none'
      setOver(enabled)
    }
    const dragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event) || isElsewhere(event.target)) return
      event.preventDefault()
      if (enabled && event.dataTransfer) latest.current(filesOfDrop(event.dataTransfer.items))
    }
    document.addEventListener('dragover', dragOver)
    document.addEventListener('dragleave', dragLeave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', dragOver)
      document.removeEventListener('dragleave', dragLeave)
      document.removeEventListener('drop', drop)
    }
  }, [enabled])
  return isOver
}
