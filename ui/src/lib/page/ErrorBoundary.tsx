// Catches errors while its children are rendered or their scripts are loaded, and shows a replacement until the next attempt.
import { Component, type ReactNode } from 'react'
import { forgetScriptFailures } from './lazyPart'

interface Props {
  children: ReactNode
  /**
   * The replacement, or throws an error that it leaves to the next boundary outside. `retry` renders the children again;
   * `isRetried` tells that they have failed again.
   */
  fallback: (error: unknown, retry: () => void, isRetried: boolean) => ReactNode
  /** When it changes, for instance the path, the children are rendered again. */
  resetKey?: string
  /** Called after a failure. */
  onFailed?: () => void
}

interface State {
  failure: { error: unknown } | null
  isRetried: boolean
}

const untouched: State = { failure: null, isRetried: false }

export class ErrorBoundary extends Component<Props, State> {
  override state = untouched

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown) {
    console.error('A screen failed:', error)
    forgetScriptFailures()
    this.props.onFailed?.()
  }

  override componentDidUpdate({ resetKey }: Props) {
    if (resetKey !== this.props.resetKey) this.setState(untouched)
  }

  override render() {
    const { children, fallback } = this.props
    const { failure, isRetried } = this.state
    if (failure === null) return children
    return fallback(failure.error, () => this.setState({ failure: null, isRetried: true }), isRetried)
  }
}
