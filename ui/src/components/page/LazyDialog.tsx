// A dialog with a script of its own: mounted from its first opening until its closing has ended.
import { type ReactNode, useState } from 'react'
import { PartBoundary } from '../../lib/page/lazyPart'

interface Props {
  open: boolean
  /** Marks the dialog as closed when its script could not be loaded. */
  onFailed: () => void
  /** The dialog; it calls `unmount` when its closing has ended, or later, to keep its input until then. */
  children: (unmount: () => void) => ReactNode
}

export function LazyDialog({ open, onFailed, children }: Props) {
  /** Null from a failure until the dialog is marked as closed. */
  const [mounted, setMounted] = useState<boolean | null>(open)
  if (mounted === null ? !open : open && !mounted) setMounted(open)
  return (
    <PartBoundary
      onFailed={() => {
        setMounted(null)
        onFailed()
      }}
    >
      {mounted && children(() => setMounted(false))}
    </PartBoundary>
  )
}
