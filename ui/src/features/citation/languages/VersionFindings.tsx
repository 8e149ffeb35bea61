// For staff: what the file of a version lacks for people who use assistive technology.
import type { Finding } from '../../../api/maintenance/accessibility'
import { EnglishOnly, useLangAttribute } from '../../../i18n/useText'
import { FindingList } from '../../../parts/files/FindingList'
import styles from './StoredFileNote.module.css'

export default function VersionFindings({ findings }: { findings: readonly Finding[] }) {
  const lang = useLangAttribute()('en')
  return (
    <EnglishOnly value={true}>
      <div lang={lang} dir={lang && 'ltr'} className={styles.note}>
        <FindingList findings={findings} />
      </div>
    </EnglishOnly>
  )
}
