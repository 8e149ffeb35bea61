// Surrounds parts of a page that have scripts of their own. When one cannot be loaded, the rest of the page stays, and one line
// of the page reports it.
import { Children, type ReactNode, Suspense } from 'react'
import { showPartFailure } from './backgroundFailure'
import { ErrorBoundary } from './ErrorBoundary'
import { ScriptFailure } from './lazyPart'

interface Props {
  /** Nothing while the part is closed: opening it again loads it again. */
  children: ReactNode
  /** Shown while the part is loading and after a failure. */
  fallback?: ReactNode
  /** Called after a failure, to mark the part as closed. */
  onFailed?: () => void
  /** When it changes, for instance the path, a part that failed is loaded again. */
  resetKey?: string
  /** Nobody misses the part: a failure is not reported. */
  silent?: boolean
}

const isScriptFailure = (error: unknown) => error instanceof ScriptFailure

export function PartBoundary({ children, fallback = null, onFailed, resetKey = '', silent = false }: Props) {
  const isOpen = Children.toArray(children).length > 0
  return (
    <ErrorBoundary
      catches={isScriptFailure}
      fallback={() => fallback}
      resetKey={`${isOpen} ${resetKey}`}
      onFailed={() => {
        if (!silent) showPartFailure()
        onFailed?.()
      }}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}
