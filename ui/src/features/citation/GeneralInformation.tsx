// What is known of a citation beside its languages. Rows without a value are left out.
import messages from 'messages:en/citation'
import type { Citation } from '../../api/citations'
import type { KeyOf } from '../../i18n/section'
import { useLangOf, useLocale, useText } from '../../i18n/useText'
import { shortDate } from '../../lib/dates'
import styles from './GeneralInformation.module.css'

/** Labels with their values. A value is in the catalogue's English, unless it is a day. */
const rows = (citation: Citation, locale: string): [KeyOf<typeof messages>, string | null | undefined, 'day'?][] => [
  ['author', citation.authors.join(', ')],
  ['publisher', citation.publisher?.name],
  ['keywords', citation.keywords.join(', ')],
  ['audience', citation.audience.join(', ')],
  ['format', citation.materialFormat],
  ['publicationDate', shortDate(citation.publishDate, locale), 'day'],
  ['reviewDate', shortDate(citation.deptReviewDate, locale), 'day'],
  ['whereToObtain', citation.whereToObtain],
  ['keySubject', citation.keySubjectHeading],
  ['submittedBy', citation.deptSubmittedBy?.name],
]

export function GeneralInformation({ citation }: { citation: Citation }) {
  const t = useText(messages)
  const locale = useLocale()
  const catalogueLang = useLangOf()('en')
  return (
    <dl className={styles.rows}>
      {rows(citation, locale)
        .filter(([, value]) => value)
        .map(([name, value, kind]) => (
          <div key={name} className={styles.row}>
            <dt>{t(name)}</dt>
            <dd dir="auto" lang={kind === 'day' ? undefined : catalogueLang}>
              {value}
            </dd>
          </div>
        ))}
    </dl>
  )
}
