// General information about a citation. Rows without a value are omitted.
import messages from 'messages:en/citation'
import type { Citation } from '../../../api/catalogue/citations'
import { useConfig } from '../../../api/config'
import { IsolatedTexts } from '../../../components/list/IsolatedTexts'
import type { PlainKeyOf } from '../../../i18n/section'
import { useLangAttribute, useLocale, useText } from '../../../i18n/useText'
import { systemName } from '../../../lib/codes'
import { shortDate } from '../../../lib/dates/dates'
import styles from './GeneralInformation.module.css'

type Value = string | readonly string[] | null | undefined

/** The keys of labels with their values. Values are in English, except dates. */
const rows = (citation: Citation, locale: string): [PlainKeyOf<typeof messages>, Value, 'day'?][] => [
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
  const catalogueLang = useLangAttribute()('en')
  // Codes mean nothing to families.
  const isStaff = useConfig()?.signIn.signedIn
  return (
    <dl className={styles.rows}>
      {rows(citation, locale)
        .map(([name, value, kind]) => ({ name, values: [value ?? []].flat().filter(Boolean), kind }))
        .filter(({ values }) => values.length > 0)
        .map(({ name, values, kind }) => (
          <div key={name} className={styles.row}>
            <dt>{t(name)}</dt>
            <dd lang={kind === 'day' ? undefined : catalogueLang}>
              <IsolatedTexts texts={values} />
            </dd>
          </div>
        ))}
      {isStaff && (citation.codes?.length ?? 0) > 0 && (
        <div className={styles.row}>
          <dt>{t('codes')}</dt>
          <dd lang={catalogueLang}>
            <ul>
              {citation.codes?.map(({ system, code, display }) => (
                <li key={`${system} ${code}`}>{[systemName(system), code, display].filter(Boolean).join(' ')}</li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  )
}
