// Shown after an order was received: the dialog and the printed confirmation.
import mine from 'messages:en/myOrders'
import messages from 'messages:en/order'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useConfig } from '../../../api/config'
import type { OrderFields, OrderReceipt, OrderSubmission } from '../../../api/orders/orders'
import type { OrderItem } from '../../../api/user'
import { Button } from '../../../components/buttons/Button'
import { Dialog } from '../../../components/page/Dialog'
import { useLocale, useText } from '../../../i18n/useText'
import { shortDate, today } from '../../../lib/dates/dates'
import { useLanguageName } from '../../../parts/language/LanguageName'
import { patterns } from '../../../paths'
import styles from './OrderSuccess.module.css'
import { fieldNames } from './useOrderForm'

/** A submitted order with the server's receipt. */
export interface ReceivedOrder {
  order: OrderSubmission
  receipt: OrderReceipt
}

/** Stays until it is accepted, then returns to the home page. */
export function OrderSuccess({ received }: { received: ReceivedOrder }) {
  const t = useText(messages)
  const myOrders = useText(mine)('title')
  const navigate = useNavigate()
  const [accepted, setAccepted] = useState(false)
  const accept = () => setAccepted(true)
  return (
    <>
      <Dialog
        open={!accepted}
        onClose={accept}
        onClosed={() => navigate(patterns.home)}
        dismissible={false}
        title={t('success')}
        footer={
          <>
            <Button onClick={() => window.print()}>{t('print')}</Button>
            <Button variant="primary" data-autofocus onClick={accept}>
              {t('accept')}
            </Button>
          </>
        }
      >
        <p>{t('submitted')}</p>
        <p className={styles.number}>
          {t.rich('number', { number: () => <strong>{received.receipt.number}</strong> })}
        </p>
        <p>{t.rich('follow', { list: () => <Link to={patterns.myOrders}>{myOrders}</Link> })}</p>
      </Dialog>
      <PrintedOrder {...received} />
    </>
  )
}

/** The confirmation, which is only printed. */
function PrintedOrder({ order, receipt: { number } }: ReceivedOrder) {
  const t = useText(messages)
  const locale = useLocale()
  const hospital = useConfig()?.hospital.name
  const details = fieldNames.filter((name) => order[name] !== '')
  const shownOf = (name: keyof OrderFields) =>
    name === 'dateOfOrder' || name === 'dateRequired' ? shortDate(order[name], locale) : order[name]
  return (
    <section className={styles.sheet} aria-hidden="true">
      <p className={styles.hospital}>{hospital}</p>
      <h1>{t('orderNumber', { number })}</h1>
      <p>{t('fromCopyCenter')}</p>
      <PrintedLines lines={order.orders} />
      <dl className={styles.details}>
        {details.map((name) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd dir="auto">{shownOf(name)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.foot}>{t('printedOn', { number, day: shortDate(today(new Date()), locale) })}</p>
    </section>
  )
}

function PrintedLines({ lines }: { lines: readonly OrderItem[] }) {
  const t = useText(messages)
  const locale = useLocale()
  const nameOf = useLanguageName()
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{t('itemNumber')}</th>
          <th scope="col">{t('materialTitle')}</th>
          <th scope="col">{t('language')}</th>
          <th scope="col" data-numeric>
            {t('quantity')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.id} ${line.lang}`}>
            <td>{line.itemNum || t('noNumber')}</td>
            <td>
              <span dir="auto">{line.title}</span>
              {line.printingSpecs && <p>{line.printingSpecs}</p>}
            </td>
            <td>{nameOf(line.lang)}</td>
            <td data-numeric>{line.quantity.toLocaleString(locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
