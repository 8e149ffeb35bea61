// The person's favorites on the home view: five a page, by title.
import session from 'messages:en/session'
import FolderPlus from 'lucide-react/icons/folder-plus'
import { useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { useUser } from '../../../api/user'
import { LinkButton } from '../../../components/buttons/Button'
import { openAtStart, PageStart } from '../../../components/list/PageStart'
import { Pagination } from '../../../components/list/Pagination'
import { pageWindow } from '../../../components/list/pages'
import { useText } from '../../../i18n/useText'
import { focusNeighbor } from '../../../lib/focusNeighbor'
import { newPacketPath } from '../../../listPaths'
import { FavoriteStar } from '../../../parts/FavoriteStar'
import { citationPath } from '../../../paths'
import { useSession } from '../../../session/store'
import styles from './FavoritesTable.module.css'

const pageSize = 5

export function FavoritesTable() {
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
    <section className={styles.favorites} aria-labelledby="favorites">
      <div className={styles.head}>
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
      <ul className={styles.list}>
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
      <p className={styles.count}>
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
