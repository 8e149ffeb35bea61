// The printed picking list of several orders.
import type { Order } from '../../../api/orders/orders'
import { shortDate, today } from '../../../lib/dates/dates'
import styles from './PrintSheets.module.css'
import { pickingList } from './pickingList'

export function PickingSheet({ orders }: { orders: readonly Order[] }) {
  const items = pickingList(orders)
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <article className={styles.ticket}>
      <header>
        <p className={styles.kind}>{`Printed ${shortDate(today(new Date()))}`}</p>
        <h1 className={styles.listHeading}>Picking list</h1>
        <p>
          {`${orders.length === 1 ? '1 order' : `${orders.length} orders`}, ${items.length === 1 ? '1 item' : `${items.length} items`}, ${pieces.toLocaleString('en-US')} pieces`}
        </p>
      </header>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">Item number</th>
            <th scope="col">Title</th>
            <th scope="col">Language</th>
            <th scope="col" data-numeric>
              Quantity
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={`${item.itemNum} ${item.title} ${item.lang} ${item.printingSpecs}`}>
              <td className={styles.item}>{item.itemNum || 'N/A'}</td>
              <td>
                <span dir="auto">{item.title}</span>
                {item.printingSpecs && <p className={styles.specs}>{item.printingSpecs}</p>}
                <p className={styles.needing}>
                  {item.orders
                    .map(({ number, quantity }) => `${number}: ${quantity.toLocaleString('en-US')}`)
                    .join(' · ')}
                </p>
              </td>
              <td>{item.lang}</td>
              <td data-numeric className={styles.quantity}>
                {item.quantity.toLocaleString('en-US')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}
