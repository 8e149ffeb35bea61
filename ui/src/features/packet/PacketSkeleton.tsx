// The placeholder of a packet while it loads: a title and a few rows.
import messages from 'messages:en/packet'
import { Skeleton } from '../../components/feedback/Skeleton'
import { PageHeading } from '../../components/page/PageHeading'
import { useText } from '../../i18n/useText'
import { useTitle } from '../../lib/useTitle'
import styles from './PacketPage.module.css'

const rows = ['first', 'second', 'third']

export function PacketSkeleton() {
  const title = useText(messages)('loadingTitle')
  useTitle(title, true)
  return (
    <div className={styles.screen} data-testid="packet-skeleton">
      <header className={styles.head}>
        <PageHeading>
          <span className={styles.loading}>{title}</span>
        </PageHeading>
        <Skeleton width="long" />
      </header>
      <div className={styles.rows} aria-hidden="true">
        {rows.map((row) => (
          <div key={row} className={styles.row}>
            <Skeleton kind="title" width="half" />
            <Skeleton width="short" />
          </div>
        ))}
      </div>
    </div>
  )
}
