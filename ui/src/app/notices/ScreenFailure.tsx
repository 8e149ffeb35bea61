// Replaces a screen that failed: its script could not be loaded, or it could not be rendered.
import parts from 'messages:en/parts'
import shell from 'messages:en/shell'
import { useEffect, useState } from 'react'
import { isOutdated } from '../../api/config'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { focusNextHeading, PageHeading } from '../../components/page/PageHeading'
import { useText } from '../../i18n/useText'
import { ScriptFailure } from '../../lib/page/lazyPart'
import styles from '../PageLoading.module.css'

/** The fallback of an error boundary around screens. */
export const screenFailure = (error: unknown, retry: () => void) =>
  error instanceof ScriptFailure ? <LoadFailure error={error} retry={retry} /> : <RenderFailure />

const reload = () => window.location.reload()

/** A screen that could not be rendered. */
function RenderFailure() {
  const t = useText(shell)
  const label = useText(parts)('tryAgain')
  return (
    <div className={styles.page}>
      <PageHeading>{t('pageFailed')}</PageHeading>
      <Notice
        kind="error"
        actions={
          <Button variant="primary" onClick={reload}>
            {label}
          </Button>
        }
      >
        {t('pageFailedHint')}
      </Notice>
    </div>
  )
}

interface Props {
  error: ScriptFailure
  retry: () => void
}

/** A screen whose script could not be loaded: the connection failed, or the server has a newer version. */
function LoadFailure({ error, retry }: Props) {
  const t = useText(shell)
  const label = useText(parts)('tryAgain')
  const [isNewVersion, setNewVersion] = useState<boolean>()
  // External system: the server.
  useEffect(() => {
    void isOutdated(error).then(setNewVersion)
  }, [error])
  const tryAgain = () => {
    focusNextHeading()
    retry()
  }
  return (
    <div className={styles.page}>
      <PageHeading>{t('pageNotLoaded')}</PageHeading>
      {isNewVersion === false && (
        <Notice
          kind="error"
          title={t('unreachable')}
          actions={
            <Button variant="primary" onClick={tryAgain}>
              {label}
            </Button>
          }
        >
          {t('checkConnection')}
        </Notice>
      )}
      {isNewVersion && (
        <Notice
          kind="error"
          title={t('newVersion')}
          actions={
            <Button variant="primary" onClick={reload}>
              {t('loadNewVersion')}
            </Button>
          }
        >
          {t('newVersionHint')}
        </Notice>
      )}
    </div>
  )
}
