// The lines of an order, with sent and remaining quantities.
import { Link } from 'react-router-dom'
import type { OrderLine } from '../../../api/orders/orders'
import { Badge } from '../../../components/feedback/Badge'
import { Table } from '../../../components/list/Table'
import layout from '../../../components/page/Page.module.css'
import { dollars } from '../../../lib/estimate'
import { citationPath } from '../../../paths'
import styles from './OrderDetailPage.module.css'

const count = (n: number) => n.toLocaleString('en-US')

export function OrderLines({ lines, estimate }: { lines: readonly OrderLine[]; estimate: number | null }) {
  const hasSent = lines.some(({ sent }) => sent > 0)
  return (
    <section aria-labelledby="lines" className={layout.section}>
      <h2 id="lines">{lines.length === 1 ? '1 item' : `${lines.length} items`}</h2>
      <Table caption="Lines of the order" stacked="inline">
        <thead>
          <tr>
            <th scope="col">Item number</th>
            <th scope="col">Title</th>
            <th scope="col">Language</th>
            <th scope="col" data-numeric>
              Quantity
            </th>
            {hasSent && (
              <>
                <th scope="col" data-numeric>
                  Sent
                </th>
                <th scope="col" data-numeric>
                  Remaining
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line}>
              <td data-label="Item number">{line.itemNum || 'N/A'}</td>
              <td data-label="Title" data-name>
                <Link to={citationPath(line.readableId || line.id)} dir="auto">
                  {line.title}
                </Link>
                {line.obsolete && (
                  <>
                    {' '}
                    <Badge>No longer in use</Badge>
                  </>
                )}
                {line.printingSpecs && <p className={styles.muted}>{line.printingSpecs}</p>}
                {line.estimate !== null && (
                  <p className={styles.muted}>
                    {`${line.pages === 1 ? '1 page' : `${line.pages} pages`} each, estimated ${dollars(line.estimate)}`}
                  </p>
                )}
              </td>
              <td data-label="Language">{line.lang}</td>
              <td data-label="Quantity" data-numeric>
                {count(line.quantity)}
              </td>
              {hasSent && (
                <>
                  <td data-label="Sent" data-numeric>
                    {count(line.sent)}
                  </td>
                  <td data-label="Remaining" data-numeric>
                    {count(line.quantity - line.sent)}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
      {estimate !== null && <p className={styles.muted}>{`Estimated cost of the order: ${dollars(estimate)}`}</p>}
    </section>
  )
}
