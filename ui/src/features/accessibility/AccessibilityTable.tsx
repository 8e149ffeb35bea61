// The files on a page of the list with their findings.
import t from 'messages:staff/accessibility'
import type { AccessibilityEntry } from '../../api/maintenance/accessibility'
import { dayAndTime } from '../../lib/dates/dateTimes'
import { handoutColumn, ListTable } from '../../listkit/ListTable'
import { FindingList } from '../../parts/files/FindingList'
import { stateText } from '../../parts/files/findingWords'
import styles from './AccessibilityTable.module.css'
import { SetAside } from './SetAside'

export const AccessibilityTable = ({ entries }: { entries: readonly AccessibilityEntry[] }) => (
  <ListTable
    caption={t('filesWithFindings')}
    rows={entries}
    rowKey={({ citation, lang, url }) => `${citation} ${lang} ${url}`}
    className={styles.table}
    columns={[
      handoutColumn(t('title')),
      { header: t('language'), cell: ({ lang }) => lang },
      { header: t('findings'), className: styles.findings, cell: (entry) => <Findings entry={entry} /> },
      { header: t('opens'), is: 'numeric', cell: ({ opens }) => opens },
      { header: t('lastChecked'), cell: ({ checked }) => (checked ? dayAndTime(checked) : t('never')) },
    ]}
  />
)

const Findings = ({ entry: { title, digest, state, reason, findings } }: { entry: AccessibilityEntry }) =>
  findings.length > 0 ? (
    <FindingList
      findings={findings}
      after={(finding) => digest && <SetAside digest={digest} finding={finding} title={title} />}
    />
  ) : (
    stateText(state, reason)
  )
