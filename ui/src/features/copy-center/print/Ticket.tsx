// The printed ticket of an order, legible at arm's length in black and white. The table header repeats the number on each page.
import t from 'messages:staff/copyCenter'
import { orderQrPath } from '../../../api/orders/copyCenter'
import type { Order } from '../../../api/orders/orders'
import { shortDate, today } from '../../../lib/dates/dates'
import { dayOfInstant } from '../../../lib/dates/dateTimes'
import { stateWords } from '../stateWords'
import styles from './PrintSheets.module.css'

export function Ticket({ order }: { order: Order }) {
  const { number, lines, events } = order
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const isPartly = lines.some(({ sent }) => sent > 0)
  const notes = events.filter(({ note }) => note)
  return (
    <article className={styles.ticket}>
      <header className={styles.head}>
        <div>
          <p className={styles.kind}>{t('order')}</p>
          <h1>{number}</h1>
        </div>
        <img src={orderQrPath(number)} alt="" width={130} height={130} />
      </header>
      <div className={styles.place}>
        <div>
          <p className={styles.kind}>{t('mailStop')}</p>
          <p className={styles.large} dir="auto">
            {order.mailStop}
          </p>
        </div>
        <div>
          <p className={styles.kind}>{t('neededBy')}</p>
          <p className={styles.large}>{shortDate(order.dateRequired)}</p>
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact term={t('orderedBy')} value={`${order.firstName} ${order.lastName}`} />
        <Fact term={t('department')} value={order.department} />
        <Fact term={t('phone')} value={order.phoneNumber} />
        <Fact term={t('ordered')} value={shortDate(order.dateOfOrder)} />
        <Fact term={t('costCenter')} value={order.costCenter} />
        {order.state === 'cancelled' && <Fact term={t('state')} value={stateWords.cancelled} />}
      </dl>
      {order.specialInstructions && (
        <p className={styles.instructions} dir="auto">
          <strong>{t('specialInstructions')}</strong>
          {order.specialInstructions}
        </p>
      )}
      <table className={styles.lines}>
        <thead>
          <tr>
            <th colSpan={isPartly ? 5 : 4} className={styles.running}>
              {t('orderSize', { number, mailStop: order.mailStop, count: lines.length, pieces })}
            </th>
          </tr>
          <tr>
            <th scope="col">{t('itemNumber')}</th>
            <th scope="col">{t('title')}</th>
            <th scope="col">{t('language')}</th>
            {isPartly && (
              <th scope="col" data-numeric>
                {t('sent')}
              </th>
            )}
            <th scope="col" data-numeric>
              {isPartly ? t('toSend') : t('quantity')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line}>
              <td className={styles.item}>{line.itemNum || t('noItemNumber')}</td>
              <td>
                <span dir="auto">{line.title}</span>
                {line.printingSpecs && <p className={styles.specs}>{line.printingSpecs}</p>}
                {line.obsolete && <p className={styles.specs}>{t('noLongerInUse')}</p>}
              </td>
              <td>{line.lang}</td>
              {isPartly && <td data-numeric>{line.sent.toLocaleString('en-US')}</td>}
              <td data-numeric className={styles.quantity}>
                {(line.quantity - line.sent).toLocaleString('en-US')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map(({ at, by, note }) => (
            <li key={at} dir="auto">
              <strong>{`${dayOfInstant(at)}, ${by}: `}</strong>
              {note}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.foot}>{t('printedOn', { shortDate: shortDate(today(new Date())) })}</p>
    </article>
  )
}

const Fact = ({ term, value }: { term: string; value: string }) => (
  <div>
    <dt>{term}</dt>
    <dd dir="auto">{value}</dd>
  </div>
)
