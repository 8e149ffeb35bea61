// The totals on a page, and the sum of all pages.
import messages from 'messages:staff/copyCenter'
import type { OrderTotals, TotalFigures, TotalsBy } from '../../../api/orders/copyCenter'
import { Table } from '../../../components/list/Table'
import { staffText } from '../../../i18n/staffText'
import { dollars } from '../../../lib/estimate'
import styles from './TotalsPage.module.css'
import { byWords, totalName } from './totals'

const t = staffText(messages)

const count = (n: number) => n.toLocaleString('en-US')

export function TotalsTable({ by, shown: { totals, sum } }: { by: TotalsBy; shown: OrderTotals }) {
  return (
    <>
      <Table caption={t('totalsBy', { grouping: byWords[by].toLowerCase() })} stacked="inline">
        <thead>
          <tr>
            <th scope="col">{byWords[by]}</th>
            {by === 'item' && <th scope="col">{t('itemNumber')}</th>}
            <th scope="col" data-numeric>
              {t('orders')}
            </th>
            <th scope="col" data-numeric>
              {t('pieces')}
            </th>
            <th scope="col" data-numeric>
              {t('pages')}
            </th>
            <th scope="col" data-numeric>
              {t('estimate')}
            </th>
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => (
            <tr key={`${total.value} ${total.title} ${total.lang}`}>
              <td data-name>
                <bdi>{totalName(by, total)}</bdi>
              </td>
              {by === 'item' && <td data-label={t('itemNumber')}>{total.value || t('noItemNumber')}</td>}
              <Figures figures={total} />
            </tr>
          ))}
          <tr className={styles.sum}>
            <td data-name colSpan={by === 'item' ? 2 : 1}>
              {t('all')}
            </td>
            <Figures figures={sum} />
          </tr>
        </tbody>
      </Table>
      {sum.piecesWithoutPages > 0 && (
        <p className={styles.note}>{t('pagesNotKnown', { count: sum.piecesWithoutPages })}</p>
      )}
    </>
  )
}

const Figures = ({ figures }: { figures: TotalFigures }) => (
  <>
    <td data-label={t('orders')} data-numeric>
      {count(figures.orders)}
    </td>
    <td data-label={t('pieces')} data-numeric>
      {count(figures.pieces)}
    </td>
    <td data-label={t('pages')} data-numeric>
      {count(figures.pages)}
    </td>
    <td data-label={t('estimate')} data-numeric>
      {dollars(figures.estimate)}
    </td>
  </>
)
