// The printed picking list of several orders.
import t from 'messages:staff/copyCenter'
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
        <p className={styles.kind}>{t('printedOn', { shortDate: shortDate(today(new Date())) })}</p>
        <h1 className={styles.listHeading}>{t('pickingList')}</h1>
        <p>{t('pickingListSize', { orders: orders.length, items: items.length, pieces })}</p>
      </header>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{t('itemNumber')}</th>
            <th scope="col">{t('title')}</th>
            <th scope="col">{t('language')}</th>
            <th scope="col" data-numeric>
              {t('quantity')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={`${item.itemNum} ${item.title} ${item.lang} ${item.printingSpecs}`}>
              <td className={styles.item}>{item.itemNum || t('noItemNumber')}</td>
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
