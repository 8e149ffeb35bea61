// The totals on a page, and the sum of all pages.
import type { OrderTotals, TotalFigures, TotalsBy } from '../../../api/orders/copyCenter'
import { Table } from '../../../components/list/Table'
import { dollars } from '../../../lib/estimate'
import styles from './TotalsPage.module.css'
import { byWords, totalName } from './totals'

const count = (n: number) => n.toLocaleString('en-US')

export function TotalsTable({ by, shown: { totals, sum } }: { by: TotalsBy; shown: OrderTotals }) {
  return (
    <>
      <Table caption={`Totals by ${byWords[by].toLowerCase()}`} stacked="inline">
        <thead>
          <tr>
            <th scope="col">{byWords[by]}</th>
            {by === 'item' && <th scope="col">Item number</th>}
            <th scope="col" data-numeric>
              Orders
            </th>
            <th scope="col" data-numeric>
              Pieces
            </th>
            <th scope="col" data-numeric>
              Pages
            </th>
            <th scope="col" data-numeric>
              Estimate
            </th>
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => (
            <tr key={`${total.value} ${total.title} ${total.lang}`}>
              <td data-name>
                <bdi>{totalName(by, total)}</bdi>
              </td>
              {by === 'item' && <td data-label="Item number">{total.value || 'N/A'}</td>}
              <Figures figures={total} />
            </tr>
          ))}
          <tr className={styles.sum}>
            <td data-name colSpan={by === 'item' ? 2 : 1}>
              All
            </td>
            <Figures figures={sum} />
          </tr>
        </tbody>
      </Table>
      {sum.piecesWithoutPages > 0 && (
        <p className={styles.note}>
          {`Pages and estimate do not include ${count(sum.piecesWithoutPages)} pieces whose number of pages is unknown.`}
        </p>
      )}
    </>
  )
}

const Figures = ({ figures }: { figures: TotalFigures }) => (
  <>
    <td data-label="Orders" data-numeric>
      {count(figures.orders)}
    </td>
    <td data-label="Pieces" data-numeric>
      {count(figures.pieces)}
    </td>
    <td data-label="Pages" data-numeric>
      {count(figures.pages)}
    </td>
    <td data-label="Estimate" data-numeric>
      {dollars(figures.estimate)}
    </td>
  </>
)
