// The home view of signed-in people: open questions about their orders, favorites, recent orders.
import ownOrders from 'messages:en/ownOrders'
import { useQuery } from '@tanstack/react-query'
import Star from 'lucide-react/icons/star'
import { sentOrdersQuery } from '../../../api/orders/orders'
import { LinkButton } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { useText } from '../../../i18n/useText'
import { patterns } from '../../../paths'
import { useSession } from '../../../session/store'
import { FavoritesTable } from './FavoritesTable'
import styles from './HomeView.module.css'
import { RecentOrders } from './RecentOrders'

export default function OwnHome() {
  const t = useText(ownOrders)
  const orders = useQuery(sentOrdersQuery).data ?? []
  const hasFavorites = useSession(({ favorites }) => favorites.length > 0)
  return (
    <>
      {orders
        .filter(({ state }) => state === 'waiting')
        .map(({ number, events }) => (
          <Notice
            key={number}
            kind="info"
            title={t('question', { number })}
            actions={<LinkButton to={patterns.myOrders}>{t('answer')}</LinkButton>}
          >
            <p dir="auto" className={styles.question}>
              {events.findLast(({ state }) => state === 'waiting')?.note}
            </p>
          </Notice>
        ))}
      <div className={styles.own}>
        {hasFavorites ? (
          <FavoritesTable />
        ) : (
          <p className={styles.hint}>
            <Star aria-hidden />
            {t('noFavorites')}
          </p>
        )}
        <RecentOrders orders={orders} />
      </div>
    </>
  )
}
