// The totals on a page, and the sum of all pages.
import t from 'messages:staff/copyCenter'
import type { OrderTotals, TotalFigures, TotalsBy } from '../../../api/orders/copyCenter'
import { dollars } from '../../../lib/estimate'
import { Cells, type Columns, ListTable } from '../../../listkit/ListTable'
import styles from './TotalsPage.module.css'
import { byWords, totalName } from './totals'

const figures: Columns<TotalFigures> = [
  { header: t('orders'), is: 'numeric', cell: ({ orders }) => orders },
  { header: t('pieces'), is: 'numeric', cell: ({ pieces }) => pieces },
  { header: t('pages'), is: 'numeric', cell: ({ pages }) => pages },
  { header: t('estimate'), is: 'numeric', cell: ({ estimate }) => dollars(estimate) },
]

export function TotalsTable({ by, shown: { totals, sum } }: { by: TotalsBy; shown: OrderTotals }) {
  return (
    <>
      <ListTable
        caption={t('totalsBy', { grouping: byWords[by].toLowerCase() })}
        rows={totals}
        rowKey={({ value, title, lang }) => `${value} ${title} ${lang}`}
        stacked="inline"
        columns={[
          { header: byWords[by], is: 'name', cell: (total) => <bdi>{totalName(by, total)}</bdi> },
          by === 'item' && { header: t('itemNumber'), cell: ({ value }) => value || t('noItemNumber') },
          ...figures,
        ]}
        foot={
          <tr className={styles.sum}>
            <td data-name colSpan={by === 'item' ? 2 : 1}>
              {t('all')}
            </td>
            <Cells columns={figures} row={sum} />
          </tr>
        }
      />
      {sum.piecesWithoutPages > 0 && (
        <p className={styles.note}>{t('pagesNotKnown', { count: sum.piecesWithoutPages })}</p>
      )}
    </>
  )
}
