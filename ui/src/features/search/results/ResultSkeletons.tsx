// Placeholders while results or their scripts are loading.
import parts from 'messages:en/parts'
import { Skeleton } from '../../../components/feedback/Skeleton'
import { useText } from '../../../i18n/useText'
import skeletons from './ResultStates.module.css'
import styles from './Results.module.css'

const rows = Array.from({ length: 10 }, (_, index) => `row-${index}`)

/** Ten placeholder rows. */
export const ResultSkeletons = () => (
  <ul className={skeletons.skeletons} aria-hidden="true" data-testid="result-skeletons">
    {rows.map((row) => (
      <li key={row} data-testid="result-skeleton">
        <Skeleton kind="title" width="half" />
        <Skeleton width="short" />
        <Skeleton width="full" />
        <Skeleton width="long" />
      </li>
    ))}
  </ul>
)

/** The placeholder of the whole view. */
export const ResultsLoading = () => (
  <div className={styles.results}>
    <div />
    <div className={styles.list}>
      <div className={styles.header}>
        <p>{useText(parts)('loading')}</p>
      </div>
      <ResultSkeletons />
    </div>
  </div>
)
