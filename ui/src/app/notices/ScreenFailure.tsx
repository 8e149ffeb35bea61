// Replaces a screen that failed: its script could not be loaded, or it could not be rendered.
import parts from 'messages:en/parts'
import shell from 'messages:en/shell'
import { loadConfig } from '../../api/config'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { focusNextHeading, PageHeading } from '../../components/page/PageHeading'
import { useText } from '../../i18n/useText'
import { ScriptFailure } from '../../lib/page/lazyPart'
import styles from '../PageLoading.module.css'

/** The fallback of an error boundary around screens. */
export const screenFailure = (error: unknown, retry: () => void, isRetried: boolean) => (
  <ScreenFailure isLoadFailure={error instanceof ScriptFailure} retry={retry} isRetried={isRetried} />
)

interface Props {
  /** Whether the script of the screen could not be loaded. */
  isLoadFailure: boolean
  retry: () => void
  isRetried: boolean
}

function ScreenFailure({ isLoadFailure, retry, isRetried }: Props) {
  const t = useText(shell)
  const label = useText(parts)('tryAgain')
  const tryAgain = async () => {
    // A script that is missing although the server can be reached is that of an earlier version.
    if (!isLoadFailure || (isRetried && (await loadConfig()))) {
      window.location.reload()
      return
    }
    focusNextHeading()
    retry()
  }
  return (
    <div className={styles.page}>
      <PageHeading>{t(isLoadFailure ? 'pageNotLoaded' : 'pageFailed')}</PageHeading>
      <Notice
        kind="error"
        title={isLoadFailure && t('unreachable')}
        actions={
          <Button variant="primary" onClick={() => void tryAgain()}>
            {label}
          </Button>
        }
      >
        {t(isLoadFailure ? 'checkConnection' : 'pageFailedHint')}
      </Notice>
    </div>
  )
}
