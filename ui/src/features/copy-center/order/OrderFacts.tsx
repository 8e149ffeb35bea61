// Delivery and billing of an order, and its special instructions.
import type { Order } from '../../../api/orders/orders'
import { EmailAddress } from '../../../components/page/EmailAddress'
import layout from '../../../components/page/Page.module.css'
import { shortDate } from '../../../lib/dates/dates'
import styles from './OrderDetailPage.module.css'

export function OrderFacts({ order }: { order: Order }) {
  return (
    <section aria-labelledby="facts" className={layout.section}>
      <h2 id="facts">Delivery and billing</h2>
      {order.specialInstructions && (
        <div className={styles.instructions}>
          <h3>Special instructions</h3>
          <p dir="auto">{order.specialInstructions}</p>
        </div>
      )}
      <dl className={styles.facts}>
        <Fact term="Name">{`${order.firstName} ${order.lastName}`}</Fact>
        <Fact term="Mail stop">{order.mailStop}</Fact>
        <Fact term="Department">{order.department}</Fact>
        <Fact term="Needed by">{shortDate(order.dateRequired)}</Fact>
        <Fact term="Ordered">{shortDate(order.dateOfOrder)}</Fact>
        <Fact term="Phone">
          <a href={`tel:${order.phoneNumber.replace(/[^\d+]/g, '')}`}>{order.phoneNumber}</a>
        </Fact>
        <Fact term="Email">
          <EmailAddress address={order.email} />
        </Fact>
        <Fact term="Cost center">{order.costCenter}</Fact>
        {order.activity && <Fact term="Activity">{order.activity}</Fact>}
        {order.costCategory && <Fact term="Cost category">{order.costCategory}</Fact>}
      </dl>
    </section>
  )
}

const Fact = ({ term, children }: { term: string; children: React.ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd dir="auto">{children}</dd>
  </div>
)
