// The placeholder of a citation while it loads.

import { Skeleton } from '../../../components/feedback/Skeleton'
import { PageHeading } from '../../../components/page/PageHeading'
import styles from './CitationView.module.css'

export const CitationSkeleton = ({ heading }: { heading: string }) => (
  <div className={styles.page} data-testid="citation-skeleton">
    <div className={styles.head}>
      <PageHeading>
        <span className={styles.loading}>{heading}</span>
      </PageHeading>
      <Skeleton width="short" />
    </div>
    <div className={styles.section} aria-hidden="true">
      <Skeleton kind="title" width="short" />
      <Skeleton kind="block" />
    </div>
    <div className={styles.section} aria-hidden="true">
      <Skeleton kind="title" width="short" />
      <Skeleton width="full" />
      <Skeleton width="full" />
      <Skeleton width="long" />
    </div>
  </div>
)
