// The unobtrusive line above the page about what failed in the background.
import shell from 'messages:en/shell'
import { useEffect, useState } from 'react'
import { isOutdated } from '../../api/config'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { useText } from '../../i18n/useText'
import { endFailure, useBackgroundFailure } from '../../lib/page/backgroundFailure'
import styles from './BackgroundFailure.module.css'

const texts = { part: 'partFailed', save: 'saveFailed', refresh: 'refreshFailed' } as const

export function BackgroundFailure() {
  const t = useText(shell)
  const { kind, cause } = useBackgroundFailure()
  const [outdated, setOutdated] = useState<Error>()
  // External system: the server.
  useEffect(() => {
    if (cause) void isOutdated(cause).then((isOld) => isOld && setOutdated(cause))
  }, [cause])
  if (!kind) return null
  const isNewVersion = cause !== undefined && outdated === cause
  const load = (
    <Button size="small" onClick={() => window.location.reload()}>
      {t('loadNewVersion')}
    </Button>
  )
  return (
    <div className={styles.failure}>
      <Notice
        kind="info"
        quiet
        title={isNewVersion && t('newVersion')}
        actions={isNewVersion && load}
        onDismiss={() => endFailure(kind)}
      >
        {t(isNewVersion ? 'partOutdated' : texts[kind])}
      </Notice>
    </div>
  )
}
