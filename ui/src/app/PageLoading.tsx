// Stands where a page will be, while its script or the sign-in is on its way.
import { useEffect } from 'react'
import { Skeleton } from '../components/Skeleton'
import { announce } from '../components/StatusLine'
import styles from './PageLoading.module.css'

export function PageLoading() {
  // The outside world: what a screen reader says.
  useEffect(() => announce('Loading...'), [])
  return (
    <div className={styles.page} data-testid="page-loading">
      <h1 className={styles.words}>Loading...</h1>
      <Skeleton width="long" />
      <Skeleton width="full" />
      <Skeleton width="half" />
    </div>
  )
}
