// A component in a separate script, like React's `lazy`, but rendered immediately when its script is already loaded, and loaded
// again after a failure.
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { endFailure, showFailure } from './backgroundFailure'

/** The script of a component could not be loaded: the connection failed, or the server has a newer version. */
export class ScriptFailure extends Error {}

const failed = new Set<() => void>()

/** Makes the next rendering of each component whose script could not be loaded load it again. */
function forgetScriptFailures() {
  for (const forget of failed) forget()
  failed.clear()
}

/** Returns the component, and `load`, which fetches its script. The component suspends until the script is loaded. */
export function lazyPart<Props extends object, Module extends { default: ComponentType<Props> }>(
  fetchModule: () => Promise<Module & { default: ComponentType<Props> }>,
) {
  let loaded: ComponentType<Props> | undefined
  /** Whether the page may report the last failure. */
  let isReported = false
  const load = async (): Promise<Module> => {
    const module = await fetchModule().catch((error: unknown) => {
      throw new ScriptFailure(String(error))
    })
    loaded = module.default
    if (isReported) endFailure('part')
    isReported = false
    return module
  }
  // React keeps the error of a `lazy` forever.
  const attempt = () =>
    lazy(() =>
      (load as () => Promise<{ default: ComponentType<Props> }>)().catch((error: unknown) => {
        isReported = true
        failed.add(() => {
          current = attempt()
        })
        throw error
      }),
    ) as unknown as ComponentType<Props>
  let current = attempt()
  function Part(props: Props) {
    // Chosen once: another type later would mount the component again.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? current)
    return <Shown {...props} />
  }
  return Object.assign(Part, { load })
}

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

/**
 * Surrounds parts of a page that have scripts of their own. When one cannot be loaded, the rest of the page stays, and one line
 * of the page reports it.
 */
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

interface ErrorBoundaryProps {
  children: ReactNode
  /**
   * The replacement, or throws an error that it leaves to the next boundary outside. `retry` renders the children again.
   */
  fallback: (error: unknown, retry: () => void) => ReactNode
  /** When it changes, for instance the path, the children are rendered again. */
  resetKey?: string
  /** Called after a failure. */
  onFailed?: (error: Error) => void
}

interface State {
  failure: { error: unknown } | null
}

const untouched: State = { failure: null }

/**
 * Catches errors while its children are rendered or their scripts are loaded, and shows a replacement until the next attempt.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state = untouched

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  override componentDidCatch(error: Error) {
    console.error('A screen failed:', error)
    forgetScriptFailures()
    this.props.onFailed?.(error)
  }

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps) {
    if (resetKey !== this.props.resetKey) this.setState(untouched)
  }

  override render() {
    const { children, fallback } = this.props
    const { failure } = this.state
    if (failure === null) return children
    return fallback(failure.error, () => this.setState(untouched))
  }
}
