// Catches errors while its children are rendered or their scripts are loaded, and shows a replacement until the next attempt.
import { Component, type ReactNode } from 'react'
import { forgetScriptFailures } from './lazyPart'

export interface Retry {
  /** Renders the children again. */
  again: () => void
  /** Whether `again` was called before, and they have failed again. */
  failedBefore: boolean
}

interface Props {
  children: ReactNode
  /** The replacement. */
  fallback: (error: unknown, retry: Retry) => ReactNode
  /** When it changes, for instance the path, the children are rendered again. */
  resetKey?: string
  /** Whether to catch an error or leave it to the next boundary outside; by default all are caught. */
  catches?: (error: unknown) => boolean
  /** Called after a failure. */
  onFailed?: () => void
}

interface State {
  failure: { error: unknown } | null
  retried: boolean
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null, retried: false }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown) {
    console.error('A screen failed:', error)
    forgetScriptFailures()
    this.props.onFailed?.()
  }

  override componentDidUpdate({ resetKey }: Props) {
    const { failure, retried } = this.state
    if ((failure || retried) && resetKey !== this.props.resetKey) this.setState({ failure: null, retried: false })
  }

  override render() {
    const { children, fallback, catches } = this.props
    const { failure, retried } = this.state
    if (failure === null) return children
    if (catches?.(failure.error) === false) throw failure.error
    const again = () => this.setState({ failure: null, retried: true })
    return fallback(failure.error, { again, failedBefore: retried })
  }
}
