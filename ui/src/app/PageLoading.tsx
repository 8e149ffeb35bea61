// Shown while the script of a page or the sign-in state is loading.
import parts from 'messages:en/parts'
import { useEffect } from 'react'
import { announce, endAnnouncement } from '../components/feedback/Notice'
import { Skeleton } from '../components/feedback/Skeleton'
import { useText } from '../i18n/useText'
import styles from './PageLoading.module.css'

const DELAY_MS = 500

export function PageLoading() {
  const loading = useText(parts)('loading')
  // External system: the screen reader. A short wait is not announced, so that it replaces no announcement.
  useEffect(() => {
    const timer = setTimeout(announce, DELAY_MS, loading)
    return () => {
      clearTimeout(timer)
      endAnnouncement(loading)
    }
  }, [loading])
  return (
    <div className={styles.page} data-testid="page-loading">
      <h1 className={styles.words}>{loading}</h1>
      <Skeleton width="long" />
      <Skeleton width="full" />
      <Skeleton width="half" />
    </div>
  )
}
