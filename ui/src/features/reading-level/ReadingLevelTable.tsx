// The handouts on a page of the list with their reading levels.
import messages from 'messages:staff/readingLevel'
import type { ReadabilityEntry } from '../../api/maintenance/readability'
import { Badge } from '../../components/feedback/Badge'
import { Table } from '../../components/list/Table'
import { staffText } from '../../i18n/staffText'
import { dayAndTime } from '../../lib/dates/dateTimes'
import { HandoutCell } from '../../listkit/HandoutCell'
import styles from './ReadingLevelTable.module.css'
import { figures, levelDetail, levelLabel } from './readingLevelWords'

const t = staffText(messages)

export const ReadingLevelTable = ({ entries }: { entries: readonly ReadabilityEntry[] }) => (
  <Table caption={t('handoutsWithLevels')} stacked className={styles.table}>
    <thead>
      <tr>
        <th scope="col">{t('title')}</th>
        <th scope="col">{t('language')}</th>
        <th scope="col">{t('readingLevel')}</th>
        <th scope="col">{t('figures')}</th>
        <th scope="col">{t('lastFetched')}</th>
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) => (
        <Row key={`${entry.citation} ${entry.lang} ${entry.url}`} entry={entry} />
      ))}
    </tbody>
  </Table>
)

function Row({ entry }: { entry: ReadabilityEntry }) {
  const { lang, readingLevel, words, fetched } = entry
  const detail = levelDetail(entry)
  return (
    <tr>
      <HandoutCell entry={entry} />
      <td data-label={t('language')}>{lang}</td>
      <td data-label={t('readingLevel')} className={styles.level}>
        {entry.state === 'noText' ? <Badge strong>{levelLabel(entry)}</Badge> : levelLabel(entry)}
        {detail && <p className={styles.detail}>{detail}</p>}
      </td>
      <td data-label={t('figures')}>
        {readingLevel && figures(readingLevel)}
        {words !== null && <p className={styles.detail}>{t('words', { words })}</p>}
      </td>
      <td data-label={t('lastFetched')}>{fetched ? dayAndTime(fetched) : t('never')}</td>
    </tr>
  )
}
