// For staff: the reading levels of the language versions of a citation. In English, like all staff screens.
import t from 'messages:staff/readingLevel'
import { useQuery } from '@tanstack/react-query'
import { citationReadabilityQuery, type Readability } from '../../../api/maintenance/readability'
import { useLangAttribute } from '../../../i18n/useText'
import styles from './CitationReadability.module.css'

/** The grade of a version, or that its file has no text; null if neither is known. */
function levelText({ readingLevel, state }: Readability) {
  if (state === 'noText') return t('noText')
  if (!readingLevel) return null
  const { grade, estimate } = readingLevel
  return estimate ? t('gradeEstimate', { grade }) : t('grade', { grade })
}

export default function CitationReadability({ id }: { id: string }) {
  const langAttribute = useLangAttribute()
  const versions = useQuery(citationReadabilityQuery(id)).data ?? []
  const known = versions.flatMap((version) => {
    const text = levelText(version)
    return text ? [{ lang: version.lang, text }] : []
  })
  if (known.length === 0) return null
  return (
    <p className={styles.levels} lang={langAttribute('en')}>
      <b>{t('heading')}</b>{' '}
      {known.map(({ lang, text }) => (versions.length > 1 ? t('oneVersion', { lang, text }) : text)).join(', ')}
    </p>
  )
}
