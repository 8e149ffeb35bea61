// What an import would do, record by record, before it is confirmed.
import type { ImportReport } from '../../api/transfer'
import { Button } from '../../components/Button'
import { Table } from '../../components/Table'
import styles from './BulkPage.module.css'

const outcomes = {
  added: 'Will be added',
  changed: 'Will be changed',
  unchanged: 'Stays as it is',
  superseded: 'Left out: a later record has the same id',
  refused: 'Refused',
}
const maxRows = 200

/** A count as people write it: 1,133. */
export const inWords = (count: number) => count.toLocaleString('en-US')

const summary = ({ total, added, changed, unchanged, refused, incomplete }: ImportReport) =>
  `${inWords(total)} records: ${inWords(added)} to add, ${inWords(changed)} to change, ${inWords(unchanged)} as they are, ` +
  `${inWords(refused)} refused. ${inWords(incomplete)} ${incomplete === 1 ? 'lacks' : 'lack'} fields that the form requires.`

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
    {report.rows.length > maxRows && <p>The first 200 records are shown, refused ones first.</p>}
    <div className={styles.actions}>
      <Button onClick={onCancel}>Cancel</Button>
      <Button variant="primary" disabled={report.added + report.changed === 0} busy={isWriting} onClick={onConfirm}>
        {report.refused > 0 ? 'Import the good records' : 'Import'}
      </Button>
    </div>
  </>
)
