// The files on a page of the list with their findings.
import messages from 'messages:staff/accessibility'
import type { AccessibilityEntry } from '../../api/maintenance/accessibility'
import { Table } from '../../components/list/Table'
import { staffText } from '../../i18n/staffText'
import { dayAndTime } from '../../lib/dates/dateTimes'
import { HandoutCell } from '../../listkit/HandoutCell'
import { FindingList } from '../../parts/files/FindingList'
import { stateText } from '../../parts/files/findingWords'
import styles from './AccessibilityTable.module.css'
import { SetAside } from './SetAside'

const t = staffText(messages)

export const AccessibilityTable = ({ entries }: { entries: readonly AccessibilityEntry[] }) => (
  <Table caption={t('filesWithFindings')} stacked className={styles.table}>
    <thead>
      <tr>
        <th scope="col">{t('title')}</th>
        <th scope="col">{t('language')}</th>
        <th scope="col">{t('findings')}</th>
        <th scope="col">{t('opens')}</th>
        <th scope="col">{t('lastChecked')}</th>
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) => (
        <Row key={`${entry.citation} ${entry.lang} ${entry.url}`} entry={entry} />
      ))}
    </tbody>
  </Table>
)

function Row({ entry }: { entry: AccessibilityEntry }) {
  const { title, lang, digest, state, reason, findings, opens, checked } = entry
  return (
    <tr>
      <HandoutCell entry={entry} />
      <td data-label={t('language')}>{lang}</td>
      <td data-label={t('findings')} className={styles.findings}>
        {findings.length > 0 ? (
          <FindingList
            findings={findings}
            after={(finding) => digest && <SetAside digest={digest} finding={finding} title={title} />}
          />
        ) : (
          stateText(state, reason)
        )}
      </td>
      <td data-label={t('opens')}>{opens}</td>
      <td data-label={t('lastChecked')}>{checked ? dayAndTime(checked) : t('never')}</td>
    </tr>
  )
}
