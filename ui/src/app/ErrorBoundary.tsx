// Catches what a screen throws while rendering, also a part of the app that could not be loaded, and offers to try again.
import { Component, type ReactNode } from 'react'
import { Button } from '../components/Button'
import { Notice } from '../components/Notice'

/** Stands in the place of a screen that failed. */
export const ScreenFailure = () => (
  <Notice
    kind="error"
    title="This page could not be shown"
    actions={
      <Button variant="primary" onClick={() => window.location.reload()}>
        Try again
      </Button>
    }
  >
    Your favorites and your order list are safe. Try again; if it happens once more, tell the help contact what you were
    doing.
  </Notice>
)

interface Props {
  children: ReactNode
  /** A change of it renders the screens again; the path, for instance. */
  resetKey?: string
}

export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error('A screen failed:', error)
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? <ScreenFailure /> : this.props.children
  }
}
