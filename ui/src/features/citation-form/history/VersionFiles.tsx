// The stored files of one version of a citation: what each language had, opened and withdrawn from here.
import t from 'messages:staff/files'
import type { Citation } from '../../../api/catalogue/citations'
import { useFileLimits } from '../../../api/catalogue/files'
import { dayAndTime, dayOfInstant } from '../../../lib/dates/dateTimes'
import { fileFacts } from '../../../lib/files/fileFacts'
import { FileLink } from '../../../parts/files/FileLink'
import { WithdrawFile } from '../../../parts/files/WithdrawFile'
import styles from './VersionFiles.module.css'

export function VersionFiles({ languages }: Pick<Citation, 'languages'>) {
  const { types } = useFileLimits()
  const stored = languages.flatMap(({ lang, file }) => (file ? [{ lang, file }] : []))
  if (stored.length === 0) return null
  return (
    <details className={styles.files}>
      <summary>{t('filesOfVersion', { count: stored.length })}</summary>
      <ul>
        {stored.map(({ lang, file }) => (
          <li key={`${lang} ${file.digest}`}>
            <span>
              <bdi>{lang}</bdi>
              {': '}
              {file.withdrawn ? <bdi>{file.name}</bdi> : <FileLink file={file} />}
            </span>
            <span className={styles.muted}>
              {[fileFacts(file, types), storedText(file)].filter(Boolean).join(', ')}
            </span>
            {file.withdrawn ? (
              <span className={styles.muted}>
                {t('withdrawnOn', { day: dayOfInstant(file.withdrawn.at), reason: file.withdrawn.reason })}
              </span>
            ) : (
              <WithdrawFile file={file} isEditing />
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function storedText({ stored, by }: { stored?: string; by?: string | null }): string {
  if (!stored) return ''
  return by
    ? t('storedBy', { dayAndTime: dayAndTime(stored), who: by })
    : t('storedAt', { dayAndTime: dayAndTime(stored) })
}
