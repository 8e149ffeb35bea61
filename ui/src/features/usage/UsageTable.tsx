// The rows of a grouping on a page, and the sum of all pages.
import messages from 'messages:staff/usage'
import { Link } from 'react-router-dom'
import type { UsageBy, UsageCounts, UsageRow } from '../../api/maintenance/usage'
import { Badge } from '../../components/feedback/Badge'
import { Table } from '../../components/list/Table'
import { staffText } from '../../i18n/staffText'
import { citationPath } from '../../paths'
import styles from './UsagePage.module.css'
import { byWords, countWords, measures, measureWords, rowName } from './usageWords'

const t = staffText(messages)

interface Props {
  by: UsageBy
  rows: readonly UsageRow[]
  /** The sum of all pages, for a last row. */
  totals?: UsageCounts
  caption?: string
}

export const UsageTable = ({ by, rows, totals, caption }: Props) => (
  <Table caption={caption ?? t('usageBy', { grouping: byWords[by].toLowerCase() })} stacked="inline">
    <thead>
      <tr>
        <th scope="col">{byWords[by]}</th>
        {measures.map((measure) => (
          <th key={measure} scope="col" data-numeric>
            {measureWords[measure]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.key}>
          <td data-name>
            <RowName by={by} row={row} />
          </td>
          <Counts counts={row} />
        </tr>
      ))}
      {totals && (
        <tr className={styles.sum}>
          <td data-name>{t('all')}</td>
          <Counts counts={totals} />
        </tr>
      )}
    </tbody>
  </Table>
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

const Counts = ({ counts }: { counts: UsageCounts }) =>
  measures.map((measure) => (
    <td key={measure} data-label={measureWords[measure]} data-numeric>
      {countWords(counts[measure])}
    </td>
  ))
