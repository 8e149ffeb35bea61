// The shape of a citation while it loads.
import { Skeleton } from '../../components/Skeleton'
import styles from './CitationView.module.css'

export const CitationSkeleton = () => (
  <div className={styles.page} aria-hidden="true" data-testid="citation-skeleton">
    <div className={styles.skeletonTitle}>
      <Skeleton kind="title" width="half" />
    </div>
    <Skeleton width="short" />
    <div className={styles.section}>
      <Skeleton kind="title" width="short" />
      <Skeleton width="full" />
      <Skeleton width="full" />
      <Skeleton width="long" />
    </div>
    <div className={styles.section}>
      <Skeleton kind="title" width="short" />
      <Skeleton kind="block" />
    </div>
  </div>
)
