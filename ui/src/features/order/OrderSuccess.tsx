// What follows an order that was received: the dialog, and the sheet that it prints.
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useConfig } from '../../api/config'
import type { OrderReceipt, OrderSubmission } from '../../api/orders'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { shortDate, today } from '../../lib/dates'
import { patterns } from '../../paths'
import styles from './OrderSuccess.module.css'
import { labels } from './orderForm'

/** An order, and what the server answered to it. */
export interface ReceivedOrder {
  order: OrderSubmission
  receipt: OrderReceipt
}

/** Stays until it is accepted, then leads home. */
export function OrderSuccess({ received }: { received: ReceivedOrder }) {
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
        title="Success!"
        footer={
          <>
            <Button onClick={() => window.print()}>Print</Button>
            <Button variant="primary" data-autofocus onClick={accept}>
              Ok. Return to home.
            </Button>
          </>
        }
      >
        <p>Your order has been submitted.</p>
        <p className={styles.number}>
          Order number <strong>{received.receipt.number}</strong>
        </p>
        <p>
          <Link to={patterns.myOrders}>My orders</Link> shows how far it has come.
        </p>
      </Dialog>
      <PrintedOrder {...received} />
    </>
  )
}

const shownOf = (name: keyof typeof labels, value: string) =>
  name === 'dateOfOrder' || name === 'dateRequired' ? shortDate(value) : value

/** Only on paper. */
function PrintedOrder({ order, receipt }: ReceivedOrder) {
  const hospital = useConfig()?.hospital.name
  const details = (Object.keys(labels) as (keyof typeof labels)[]).filter((name) => order[name] !== '')
  return (
    <section className={styles.sheet} aria-hidden="true">
      <p className={styles.hospital}>{hospital}</p>
      <h1>{`Order ${receipt.number}`}</h1>
      <p>Education materials from the copy center</p>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">Item Number</th>
            <th scope="col">Title</th>
            <th scope="col">Language</th>
            <th scope="col" data-numeric>
              Quantity
            </th>
          </tr>
        </thead>
        <tbody>
          {order.orders.map((line) => (
            <tr key={`${line.id} ${line.lang}`}>
              <td>{line.itemNum || 'N/A'}</td>
              <td>
                <span dir="auto">{line.title}</span>
                {line.printingSpecs && <p>{line.printingSpecs}</p>}
              </td>
              <td>{line.lang}</td>
              <td data-numeric>{line.quantity.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.details}>
        {details.map((name) => (
          <div key={name}>
            <dt>{labels[name].label}</dt>
            <dd dir="auto">{shownOf(name, order[name])}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.foot}>{`Order ${receipt.number} · Printed ${shortDate(today(new Date()))}`}</p>
    </section>
  )
}
