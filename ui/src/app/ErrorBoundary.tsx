// Catches errors while a screen is rendered or its script is loaded, and offers to try again.
import parts from 'messages:en/parts'
import shell from 'messages:en/shell'
import { Component, type ReactNode } from 'react'
import { Button } from '../components/buttons/Button'
import { Notice } from '../components/feedback/Notice'
import { useText } from '../i18n/useText'

/** Replaces a screen that failed. */
export function ScreenFailure() {
  const t = useText(shell)
  const tryAgain = useText(parts)('tryAgain')
  return (
    <Notice
      kind="error"
      title={t('pageFailed')}
      actions={
        <Button variant="primary" onClick={() => window.location.reload()}>
          {tryAgain}
        </Button>
      }
    >
      {t('pageFailedHint')}
    </Notice>
  )
}

interface Props {
  children: ReactNode
  /** When it changes, for instance the path, the screens are rendered again. */
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
