// Surrounds parts of a page that have scripts of their own. When one cannot be loaded, the rest of the page stays, and one line
// of the page reports it.
import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { showFailure } from './backgroundFailure'
import { ErrorBoundary } from './ErrorBoundary'
import { ScriptFailure } from './lazyPart'

interface Props {
  /** Nothing while the part is closed. One that failed is loaded again when it is opened again, or on another page. */
  children: ReactNode
  /** Shown while the part is loading and after a failure. */
  fallback?: ReactNode
  /** Called after a failure, to mark the part as closed. */
  onFailed?: () => void
  /** Nobody misses the part: a failure is not reported. */
  silent?: boolean
}

export function PartBoundary({ children, fallback = null, onFailed, silent }: Props) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary
      fallback={(error) => {
        if (error instanceof ScriptFailure) return fallback
        throw error
      }}
      resetKey={`${Boolean(children)} ${pathname}`}
      onFailed={(error) => {
        if (!silent) showFailure('part', error)
        onFailed?.()
      }}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}
