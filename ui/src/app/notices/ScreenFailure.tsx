// Replaces a screen that failed: its script could not be loaded, or it could not be rendered.
import parts from 'messages:en/parts'
import shell from 'messages:en/shell'
import { useEffect, useState } from 'react'
import { isOutdated } from '../../api/config'
import { Button, buttonClass } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { focusNextHeading, PageHeading } from '../../components/page/PageHeading'
import { useText } from '../../i18n/useText'
import { endFailure, useBackgroundFailure } from '../../lib/page/backgroundFailure'
import { continueCalls, useInterruptedCalls } from '../../lib/page/interruptedCalls'
import { ScriptFailure } from '../../lib/page/lazyPart'
import { patterns } from '../../paths'
import styles from '../PageLoading.module.css'
import backgroundFailureStyles from './BackgroundFailure.module.css'
import foreignResponseStyles from './ForeignResponse.module.css'

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

interface ForeignResponseProps {
  /** A dialog covers the page, and shows the notice in its content. */
  inDialog?: boolean
}

/**
 * Shown when something else than the catalogue answers its calls, such as the sign-in page of a proxy. The calls wait meanwhile.
 */
export function ForeignResponse({ inDialog = false }: ForeignResponseProps) {
  const t = useText(shell)
  const tryAgain = useText(parts)('tryAgain')
  const isInterrupted = useInterruptedCalls(({ waiting }) => waiting.length > 0)
  if (!isInterrupted) return null
  return (
    <div className={inDialog ? undefined : foreignResponseStyles.place} data-interrupted>
      <Notice
        kind="error"
        title={t('notOurs')}
        actions={
          <>
            {/* The home page: this page, with its draft if it has one, must not be open twice. */}
            <a
              href={patterns.home}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass()}
              data-variant="primary"
            >
              <span>{t('signInElsewhere')}</span>
            </a>
            <Button onClick={() => continueCalls(true)}>{tryAgain}</Button>
          </>
        }
        onDismiss={() => continueCalls(false)}
      >
        {t('notOursHint')}
      </Notice>
    </div>
  )
}

const texts = { part: 'partFailed', save: 'saveFailed', refresh: 'refreshFailed' } as const

/** The unobtrusive line above the page about what failed in the background. */
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
    <div className={backgroundFailureStyles.failure}>
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
