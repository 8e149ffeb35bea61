// What the form says about files outside of their fields: what may be uploaded, and what new files mean for the dates.
import messages from 'messages:staff/files'
import type { RevisionDate } from '../../../api/catalogue/citations'
import { useFileLimits } from '../../../api/catalogue/files'
import { staffText } from '../../../i18n/staffText'
import { today } from '../../../lib/dates/dates'
import { typeName } from '../../../lib/files/fileFacts'
import type { LanguageRow } from '../formValues'
import styles from './FileField.module.css'
import { isReplaced, willBeOlderThanEnglish } from './rowFiles'

const t = staffText(messages)

/** What may be uploaded, before anything is. */
export function UploadLimit() {
  const { maxMb, types } = useFileLimits()
  if (maxMb === 0) return null
  const names = new Set(types.map(({ type }) => typeName(type, types)))
  return <p className={styles.limit}>{t('limit', { types: [...names].join(', '), max: String(maxMb) })}</p>
}

interface Props {
  rows: readonly LanguageRow[]
  n: number
  revisions: readonly RevisionDate[]
}

/** Marks a version that the entered dates and files make older than the English one, and one whose file gets today's date. */
export function DateNote({ rows, n, revisions }: Props) {
  const row = rows[n]
  if (!row) return null
  const isProposed = isReplaced(row) && row.revisionDate === today(new Date())
  const isOlder = willBeOlderThanEnglish(row, rows, revisions)
  if (!isProposed && !isOlder) return null
  return <p className={styles.muted}>{isProposed ? t('todayProposed') : t('olderThanEnglish')}</p>
}
