// Delivery and billing of an order, and its special instructions.
import t from 'messages:staff/copyCenter'
import type { Order } from '../../../api/orders/orders'
import { EmailAddress } from '../../../components/page/EmailAddress'
import layout from '../../../components/page/Page.module.css'
import { shortDate } from '../../../lib/dates/dates'
import styles from './OrderDetailPage.module.css'

export function OrderFacts({ order }: { order: Order }) {
  return (
    <section aria-labelledby="facts" className={layout.section}>
      <h2 id="facts">{t('deliveryAndBilling')}</h2>
      {order.specialInstructions && (
        <div className={styles.instructions}>
          <h3>{t('specialInstructions')}</h3>
          <p dir="auto">{order.specialInstructions}</p>
        </div>
      )}
      <dl className={styles.facts}>
        <Fact term={t('name')}>{`${order.firstName} ${order.lastName}`}</Fact>
        <Fact term={t('mailStop')}>{order.mailStop}</Fact>
        <Fact term={t('department')}>{order.department}</Fact>
        <Fact term={t('neededBy')}>{shortDate(order.dateRequired)}</Fact>
        <Fact term={t('ordered')}>{shortDate(order.dateOfOrder)}</Fact>
        <Fact term={t('phone')}>
          <a href={`tel:${order.phoneNumber.replace(/[^\d+]/g, '')}`}>{order.phoneNumber}</a>
        </Fact>
        <Fact term={t('email')}>
          <EmailAddress address={order.email} />
        </Fact>
        <Fact term={t('costCenter')}>{order.costCenter}</Fact>
        {order.activity && <Fact term={t('activity')}>{order.activity}</Fact>}
        {order.costCategory && <Fact term={t('costCategory')}>{order.costCategory}</Fact>}
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
