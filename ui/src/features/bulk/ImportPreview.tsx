// The preview of an import, record by record, before it is confirmed.
import type { ImportReport } from '../../api/catalogue/importExport'
import { Button } from '../../components/buttons/Button'
import { Table } from '../../components/list/Table'
import styles from './BulkPage.module.css'

const outcomes = {
  added: 'Will be added',
  changed: 'Will be changed',
  unchanged: 'Unchanged',
  superseded: 'Skipped: a later record has the same ID',
  refused: 'Invalid',
}
const maxRows = 200

/** Formats a count: 1,133. */
export const formatCount = (count: number) => count.toLocaleString('en-US')

const summary = ({ total, added, changed, unchanged, refused, incomplete }: ImportReport) =>
  `${formatCount(total)} records: ${formatCount(added)} to add, ${formatCount(changed)} to change, ${formatCount(unchanged)} unchanged, ` +
  `${formatCount(refused)} invalid. ${formatCount(incomplete)} ${incomplete === 1 ? 'lacks' : 'lack'} fields that the form requires.`

interface Props {
  report: ImportReport
  isWriting: boolean
  onCancel: () => void
  onConfirm: () => void
}

export const ImportPreview = ({ report, isWriting, onCancel, onConfirm }: Props) => (
  <>
    <p role="status">{summary(report)}</p>
    <Table caption="What the import would do, line by line" stacked>
      <thead>
        <tr>
          <th scope="col" data-numeric className={styles.line}>
            Line
          </th>
          <th scope="col">Title</th>
          <th scope="col">Outcome</th>
        </tr>
      </thead>
      <tbody>
        {report.rows.slice(0, maxRows).map((row) => (
          <tr key={row.line}>
            <td data-label="Line" data-numeric>
              {row.line}
            </td>
            <td data-label="Title" dir="auto">
              {row.title || row.id || 'No title'}
            </td>
            <td data-label="Outcome">
              {outcomes[row.outcome]}
              {row.errors.map((error) => (
                <p key={error} className={styles.error}>
                  {error}
                </p>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
    {report.rows.length > maxRows && <p>The first 200 records are shown, invalid ones first.</p>}
    <div className={styles.actions}>
      <Button onClick={onCancel}>Cancel</Button>
      <Button variant="primary" disabled={report.added + report.changed === 0} busy={isWriting} onClick={onConfirm}>
        {report.refused > 0 ? 'Import the valid records' : 'Import'}
      </Button>
    </div>
  </>
)
