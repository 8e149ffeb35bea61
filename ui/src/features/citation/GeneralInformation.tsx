// What is known of a citation beside its languages. Rows without a value are left out.
import messages from 'messages:en/citation'
import { Fragment } from 'react'
import type { Citation } from '../../api/citations'
import type { KeyOf } from '../../i18n/section'
import { useLangOf, useLocale, useText } from '../../i18n/useText'
import { shortDate } from '../../lib/dates'
import styles from './GeneralInformation.module.css'

type Value = string | readonly string[] | null | undefined

/** Labels with their values. A value is in the catalogue's English, unless it is a day. */
const rows = (citation: Citation, locale: string): [KeyOf<typeof messages>, Value, 'day'?][] => [
  ['author', citation.authors],
  ['publisher', citation.publisher?.name],
  ['keywords', citation.keywords],
  ['audience', citation.audience],
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
        .map(([name, value, kind]) => ({ name, values: [value ?? []].flat().filter(Boolean), kind }))
        .filter(({ values }) => values.length > 0)
        .map(({ name, values, kind }) => (
          <div key={name} className={styles.row}>
            <dt>{t(name)}</dt>
            <dd lang={kind === 'day' ? undefined : catalogueLang}>
              {/* Each by itself: a list may mix scripts that run both ways. */}
              {values.map((value, index) => (
                <Fragment key={value}>
                  {index > 0 && ', '}
                  <bdi>{value}</bdi>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
    </dl>
  )
}
