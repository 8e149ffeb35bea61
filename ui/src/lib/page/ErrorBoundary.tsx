// Catches errors while its children are rendered or their scripts are loaded, and shows a replacement until the next attempt.
import { Component, type ReactNode } from 'react'
import { forgetScriptFailures } from './lazyPart'

interface Props {
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

export class ErrorBoundary extends Component<Props, State> {
  override state = untouched

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  override componentDidCatch(error: Error) {
    console.error('A screen failed:', error)
    forgetScriptFailures()
    this.props.onFailed?.(error)
  }

  override componentDidUpdate({ resetKey }: Props) {
    if (resetKey !== this.props.resetKey) this.setState(untouched)
  }

  override render() {
    const { children, fallback } = this.props
    const { failure } = this.state
    if (failure === null) return children
    return fallback(failure.error, () => this.setState(untouched))
  }
}
