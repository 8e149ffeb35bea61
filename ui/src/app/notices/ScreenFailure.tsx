// Replaces a screen that failed: its script could not be loaded, or it could not be rendered.
import parts from 'messages:en/parts'
import shell from 'messages:en/shell'
import { loadConfig } from '../../api/config'
import { Button } from '../../components/buttons/Button'
import { LoadingFailure } from '../../components/feedback/LoadingFailure'
import { Notice } from '../../components/feedback/Notice'
import { focusNextHeading } from '../../components/page/PageHeading'
import { useText } from '../../i18n/useText'
import type { Retry } from '../../lib/page/ErrorBoundary'
import { ScriptFailure } from '../../lib/page/lazyPart'

/** The fallback of an error boundary around screens. */
export const screenFailure = (error: unknown, retry: Retry) =>
  error instanceof ScriptFailure ? <ScreenNotLoaded retry={retry} /> : <ScreenBroken />

function ScreenNotLoaded({ retry }: { retry: Retry }) {
  const t = useText(shell)
  const tryAgain = async () => {
    // A script that is missing although the server can be reached is that of an earlier version.
    if (retry.failedBefore && (await loadConfig()) !== null) {
      window.location.reload()
      return
    }
    focusNextHeading()
    retry.again()
  }
  return (
    <LoadingFailure
      heading={t('pageNotLoaded')}
      problem={{ title: t('connectionFailed'), detail: t('checkConnection') }}
      onRetry={() => void tryAgain()}
    />
  )
}

function ScreenBroken() {
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
