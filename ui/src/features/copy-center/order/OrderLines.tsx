// The lines of an order, with sent and remaining quantities.
import messages from 'messages:staff/copyCenter'
import { Link } from 'react-router-dom'
import type { OrderLine } from '../../../api/orders/orders'
import { Badge } from '../../../components/feedback/Badge'
import { Table } from '../../../components/list/Table'
import layout from '../../../components/page/Page.module.css'
import { staffText } from '../../../i18n/staffText'
import { dollars } from '../../../lib/estimate'
import { citationPath } from '../../../paths'
import { LineFile } from './LineFile'
import styles from './OrderDetailPage.module.css'

const t = staffText(messages)

const count = (n: number) => n.toLocaleString('en-US')

export function OrderLines({ lines, estimate }: { lines: readonly OrderLine[]; estimate: number | null }) {
  const hasSent = lines.some(({ sent }) => sent > 0)
  return (
    <section aria-labelledby="lines" className={layout.section}>
      <h2 id="lines">{t('items', { count: lines.length })}</h2>
      <Table caption={t('linesOfOrder')} stacked="inline">
        <thead>
          <tr>
            <th scope="col">{t('itemNumber')}</th>
            <th scope="col">{t('title')}</th>
            <th scope="col">{t('language')}</th>
            <th scope="col" data-numeric>
              {t('quantity')}
            </th>
            {hasSent && (
              <>
                <th scope="col" data-numeric>
                  {t('sent')}
                </th>
                <th scope="col" data-numeric>
                  {t('remaining')}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line}>
              <td data-label={t('itemNumber')}>{line.itemNum || t('noItemNumber')}</td>
              <td data-label={t('title')} data-name>
                <Link to={citationPath(line.readableId || line.id)} dir="auto">
                  {line.title}
                </Link>
                {line.obsolete && (
                  <>
                    {' '}
                    <Badge>{t('noLongerInUse')}</Badge>
                  </>
                )}
                {line.versionTitle && (
                  <p className={styles.muted} dir="auto">
                    {line.versionTitle}
                  </p>
                )}
                <LineFile line={line} />
                {line.printingSpecs && <p className={styles.muted}>{line.printingSpecs}</p>}
                {line.estimate !== null && (
                  <p className={styles.muted}>
                    {t('pagesAndEstimate', { pages: line.pages ?? 0, dollars: dollars(line.estimate) })}
                  </p>
                )}
              </td>
              <td data-label={t('language')}>{line.lang}</td>
              <td data-label={t('quantity')} data-numeric>
                {count(line.quantity)}
              </td>
              {hasSent && (
                <>
                  <td data-label={t('sent')} data-numeric>
                    {count(line.sent)}
                  </td>
                  <td data-label={t('remaining')} data-numeric>
                    {count(line.quantity - line.sent)}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
      {estimate !== null && <p className={styles.muted}>{t('estimatedCostOfOrder', { dollars: dollars(estimate) })}</p>}
    </section>
  )
}
