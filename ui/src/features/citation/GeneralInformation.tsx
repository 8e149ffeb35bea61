// What is known of a citation beside its languages. Rows without a value are left out.
import type { Citation } from '../../api/citations'
import { shortDate } from '../../lib/dates'
import styles from './GeneralInformation.module.css'

const rows = (citation: Citation): [string, string | null | undefined][] => [
  ['Author', citation.authors.join(', ')],
  ['Publisher', citation.publisher?.name],
  ['Keywords', citation.keywords.join(', ')],
  ['Audience', citation.audience.join(', ')],
  ['Format', citation.materialFormat],
  ['Publication Date', shortDate(citation.publishDate)],
  ['Dept. Review Date', shortDate(citation.deptReviewDate)],
  ['Where to Obtain', citation.whereToObtain],
  ['Key Subject', citation.keySubjectHeading],
  ['Dept. Submitted By', citation.deptSubmittedBy?.name],
]

export const GeneralInformation = ({ citation }: { citation: Citation }) => (
  <dl className={styles.rows}>
    {rows(citation)
      .filter(([, value]) => value)
      .map(([name, value]) => (
        <div key={name} className={styles.row}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
  </dl>
)
