// The home view of signed-in people: open questions about their orders, favorites, recent orders.
import ownOrders from 'messages:en/ownOrders'
import session from 'messages:en/session'
import { useQuery } from '@tanstack/react-query'
import FolderPlus from 'lucide-react/icons/folder-plus'
import Star from 'lucide-react/icons/star'
import { useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { type Order, sentOrdersQuery } from '../../../api/orders/orders'
import { useUser } from '../../../api/user'
import { LinkButton } from '../../../components/buttons/Button'
import { Badge } from '../../../components/feedback/Badge'
import { Notice } from '../../../components/feedback/Notice'
import { openAtStart, PageStart, Pagination, pageWindow } from '../../../components/list/Pagination'
import { useLocale, useText } from '../../../i18n/useText'
import { shortDate } from '../../../lib/dates/dates'
import { focusNeighbor } from '../../../lib/focusNeighbor'
import { isPartlySent, unsentOf } from '../../../lib/orderStates'
import { newPacketPath } from '../../../listPaths'
import { FavoriteStar } from '../../../parts/FavoriteStar'
import { citationPath, patterns } from '../../../paths'
import { useSession } from '../../../session/store'
import favoritesTableStyles from './FavoritesTable.module.css'
import styles from './HomeView.module.css'

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

const pageSize = 5

/** The person's favorites on the home view: five a page, by title. */
function FavoritesTable() {
  const { signedIn } = useUser()
  const favorites = useSession((session) => session.favorites)
  const t = useText(session)
  const location = useLocation()
  const navigate = useNavigate()
  const start = useRef<HTMLParagraphElement>(null)
  const state = location.state as { favoritesPage?: number } | null
  if (!signedIn || favorites.length === 0) return null
  const total = Math.ceil(favorites.length / pageSize)
  const page = Math.min(state?.favoritesPage ?? 1, total)
  const first = (page - 1) * pageSize
  const shown = favorites.slice(first, first + pageSize)
  /** Stores the page in the history, so that Back restores it. */
  const setPage = (favoritesPage: number) =>
    navigate(location.pathname + location.search, { replace: true, state: { ...state, favoritesPage } })
  return (
    <section className={favoritesTableStyles.favorites} aria-labelledby="favorites">
      <div className={favoritesTableStyles.head}>
        <h2 id="favorites">{t('favorites')}</h2>
        <LinkButton
          variant="quiet"
          size="small"
          icon={<FolderPlus aria-hidden />}
          to={newPacketPath({ citations: favorites.map(({ id }) => id) })}
        >
          {t('saveAsPacket')}
        </LinkButton>
      </div>
      {total > 1 && <PageStart ref={start} page={page} />}
      <ul className={favoritesTableStyles.list}>
        {shown.map(({ id, title }) => (
          <li key={id}>
            <Link to={citationPath(id)} dir="auto">
              {title}
            </Link>
            <FavoriteStar
              id={id}
              title={title}
              onRemove={(button) => focusNeighbor(button, 'li', () => document.querySelector('h1'))}
            />
          </li>
        ))}
      </ul>
      <p className={favoritesTableStyles.count}>
        {t('range', { from: first + 1, to: first + shown.length, found: favorites.length })}
      </p>
      <Pagination
        label={t('favoritePages')}
        current={page}
        total={total}
        pages={pageWindow(page, total, 3)}
        onPage={(next) => openAtStart(start, () => setPage(next))}
      />
    </section>
  )
}

const shownOrders = 3

/** The latest orders of the signed-in person on the home view, each with its state. */
function RecentOrders({ orders }: { orders: readonly Order[] }) {
  const t = useText(ownOrders)
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="recent-orders">
      <h2 id="recent-orders">{t('recent')}</h2>
      <ul className={styles.orders}>
        {orders.slice(0, shownOrders).map((order) => (
          <li key={order.id}>
            <Recent order={order} />
          </li>
        ))}
      </ul>
      <p className={styles.all}>
        <Link to={patterns.myOrders}>{t('all')}</Link>
      </p>
    </section>
  )
}

function Recent({ order: { number, state, lines, dateRequired } }: { order: Order }) {
  const t = useText(ownOrders)
  const locale = useLocale()
  return (
    <>
      <p className={styles.order}>
        <bdi className={styles.number}>{number}</bdi>
        <Badge strong={state === 'waiting'}>
          {t(isPartlySent({ state, unsent: unsentOf(lines) }) ? 'partlySent' : state)}
        </Badge>
      </p>
      <p className={styles.details}>
        <bdi>{lines[0]?.title}</bdi>
        {lines.length > 1 && ` ${t('more', { count: lines.length - 1 })}`}
        {` · ${t('neededBy', { day: shortDate(dateRequired, locale) })}`}
      </p>
    </>
  )
}
