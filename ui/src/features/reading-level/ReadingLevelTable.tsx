// The handouts on a page of the list with their reading levels.
import t from 'messages:staff/readingLevel'
import type { ReadabilityEntry } from '../../api/maintenance/readability'
import { Badge } from '../../components/feedback/Badge'
import { dayAndTime } from '../../lib/dates/dateTimes'
import { handoutColumn, ListTable } from '../../listkit/ListTable'
import styles from './ReadingLevelTable.module.css'
import { figures, levelDetail, levelLabel } from './readingLevelWords'

export const ReadingLevelTable = ({ entries }: { entries: readonly ReadabilityEntry[] }) => (
  <ListTable
    caption={t('handoutsWithLevels')}
    rows={entries}
    rowKey={({ citation, lang, url }) => `${citation} ${lang} ${url}`}
    className={styles.table}
    columns={[
      handoutColumn(t('title')),
      { header: t('language'), cell: ({ lang }) => lang },
      { header: t('readingLevel'), className: styles.level, cell: (entry) => <Level entry={entry} /> },
      {
        header: t('figures'),
        cell: ({ readingLevel, words }) => (
          <>
            {readingLevel && figures(readingLevel)}
            {words !== null && <p className={styles.detail}>{t('words', { words })}</p>}
          </>
        ),
      },
      { header: t('lastFetched'), cell: ({ fetched }) => (fetched ? dayAndTime(fetched) : t('never')) },
    ]}
  />
)

function Level({ entry }: { entry: ReadabilityEntry }) {
  const detail = levelDetail(entry)
  return (
    <>
      {entry.state === 'noText' ? <Badge strong>{levelLabel(entry)}</Badge> : levelLabel(entry)}
      {detail && <p className={styles.detail}>{detail}</p>}
    </>
  )
}
