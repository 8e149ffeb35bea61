// The preview of an import, record by record, before it is confirmed.
import messages from 'messages:staff/importExport'
import type { ImportReport } from '../../api/catalogue/importExport'
import { Button } from '../../components/buttons/Button'
import { Table } from '../../components/list/Table'
import { staffText } from '../../i18n/staffText'
import styles from './BulkPage.module.css'

const t = staffText(messages)

const outcomes = {
  added: t('added'),
  changed: t('changed'),
  unchanged: t('unchanged'),
  superseded: t('skippedLaterRecordSameId'),
  refused: t('invalid'),
}
const maxRows = 200

interface Props {
  report: ImportReport
  isWriting: boolean
  onCancel: () => void
  onConfirm: () => void
}

export const ImportPreview = ({ report, isWriting, onCancel, onConfirm }: Props) => (
  <>
    <p role="status">{t('importSummary', report)}</p>
    <Table caption={t('whatImportWouldLine')} stacked>
      <thead>
        <tr>
          <th scope="col" data-numeric className={styles.line}>
            {t('line')}
          </th>
          <th scope="col">{t('title')}</th>
          <th scope="col">{t('outcome')}</th>
        </tr>
      </thead>
      <tbody>
        {report.rows.slice(0, maxRows).map((row) => (
          <tr key={row.line}>
            <td data-label={t('line')} data-numeric>
              {row.line}
            </td>
            <td data-label={t('title')} dir="auto">
              {row.title || row.id || t('noTitle')}
            </td>
            <td data-label={t('outcome')}>
              {outcomes[row.outcome]}
              {row.errors.map((error) => (
                <p key={error} className={styles.error}>
                  {error}
                </p>
              ))}
              {row.notices.map((notice) => (
                <p key={notice}>{t('keptAsExported', { notice })}</p>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
    {report.rows.length > maxRows && <p>{t('firstRecordsShown')}</p>}
    <div className={styles.actions}>
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <Button variant="primary" disabled={report.added + report.changed === 0} busy={isWriting} onClick={onConfirm}>
        {report.refused > 0 ? t('importValidRecords') : t('import')}
      </Button>
    </div>
  </>
)
