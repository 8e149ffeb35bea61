// For staff: how hard the language versions of a citation are to read. In English, as the screens of staff are.
import messages from 'messages:staff/readingLevel'
import { useQuery } from '@tanstack/react-query'
import { citationReadabilityQuery, type Readability } from '../../../api/maintenance/readability'
import { staffText } from '../../../i18n/staffText'
import { useLangAttribute } from '../../../i18n/useText'
import styles from './CitationReadability.module.css'

const t = staffText(messages)

/** The description of a version: its grade, and whether it is a barrier. */
function words({ readingLevel, state }: Readability) {
  if (state === 'noText') return t('noText')
  if (!readingLevel) return null
  const { grade, estimate } = readingLevel
  return estimate ? t('gradeEstimate', { grade }) : t('grade', { grade })
}

export default function CitationReadability({ id }: { id: string }) {
  const langAttribute = useLangAttribute()
  const versions = useQuery(citationReadabilityQuery(id)).data ?? []
  const known = versions.flatMap((version) => {
    const text = words(version)
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
