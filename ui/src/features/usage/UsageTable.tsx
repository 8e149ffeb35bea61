// The rows of a grouping on a page, and the sum of all pages.
import t from 'messages:staff/usage'
import { Link } from 'react-router-dom'
import type { UsageBy, UsageCounts, UsageRow } from '../../api/maintenance/usage'
import { Badge } from '../../components/feedback/Badge'
import { Cells, type Column, ListTable } from '../../listkit/ListTable'
import { citationPath } from '../../paths'
import styles from './UsagePage.module.css'
import { byWords, countWords, measures, measureWords, rowName } from './usageWords'

interface Props {
  by: UsageBy
  rows: readonly UsageRow[]
  /** The sum of all pages, for a last row. */
  totals?: UsageCounts
  caption?: string
}

const counts = measures.map(
  (measure): Column<UsageCounts> => ({
    header: measureWords[measure],
    is: 'numeric',
    cell: (row) => countWords(row[measure]),
  }),
)

export const UsageTable = ({ by, rows, totals, caption }: Props) => (
  <ListTable
    caption={caption ?? t('usageBy', { grouping: byWords[by].toLowerCase() })}
    rows={rows}
    rowKey={({ key }) => key}
    stacked="inline"
    columns={[{ header: byWords[by], is: 'name', cell: (row) => <RowName by={by} row={row} /> }, ...counts]}
    foot={
      totals && (
        <tr className={styles.sum}>
          <td data-name>{t('all')}</td>
          <Cells columns={counts} row={totals} />
        </tr>
      )
    }
  />
)

function RowName({ by, row }: { by: UsageBy; row: UsageRow }) {
  if (by !== 'citation') return <bdi>{rowName(by, row)}</bdi>
  return (
    <>
      <Link to={citationPath(row.readableId ?? row.key)} dir="auto">
        {row.title}
      </Link>
      {row.obsolete && (
        <>
          {' '}
          <Badge>{t('obsolete')}</Badge>
        </>
      )}
    </>
  )
}
