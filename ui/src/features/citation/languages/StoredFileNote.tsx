// For administrators: the name and facts of a version's stored file, and a button that withdraws it.
import t from 'messages:staff/files'
import type { StoredFile } from '../../../api/catalogue/files'
import { useFileLimits } from '../../../api/catalogue/files'
import { useUser } from '../../../api/user'
import { EnglishOnly, useLangAttribute } from '../../../i18n/useText'
import { dayAndTime } from '../../../lib/dates/dates'
import { fileFacts } from '../../../lib/files/fileFacts'
import { WithdrawFile } from '../../../parts/files/WithdrawFile'
import styles from './StoredFileNote.module.css'

interface Props {
  file: StoredFile
}

export default function StoredFileNote({ file }: Props) {
  const lang = useLangAttribute()('en')
  const { types } = useFileLimits()
  if (!useUser().may('manageCatalogue') || file.withdrawn) return null
  const stored = dayAndTime(file.stored)
  const facts = [
    fileFacts(file, types),
    file.by ? t('storedBy', { dayAndTime: stored, who: file.by }) : t('storedAt', { dayAndTime: stored }),
  ]
  return (
    <EnglishOnly value={true}>
      <div lang={lang} dir={lang && 'ltr'} className={styles.note}>
        <span>
          <bdi>{file.name}</bdi>
          {`, ${facts.join(', ')}`}
        </span>
        <WithdrawFile file={file} />
      </div>
    </EnglishOnly>
  )
}
