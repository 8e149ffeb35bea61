// The person's favorites on the home view: five a page, by title.
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { useUser } from '../api/user'
import { Pagination } from '../components/Pagination'
import { pageWindow } from '../components/pageWindow'
import { focusNeighbor } from '../lib/focusNeighbor'
import { citationPath } from '../paths'
import { FavoriteStar } from './FavoriteStar'
import styles from './FavoritesTable.module.css'
import { useSession } from './store'

const pageSize = 5

export function FavoritesTable() {
  const { signedIn } = useUser()
  const favorites = useSession((session) => session.favorites)
  const location = useLocation()
  const navigate = useNavigate()
  const state = location.state as { favoritesPage?: number } | null
  if (!signedIn || favorites.length === 0) return null
  const total = Math.ceil(favorites.length / pageSize)
  const page = Math.min(state?.favoritesPage ?? 1, total)
  const first = (page - 1) * pageSize
  const shown = favorites.slice(first, first + pageSize)
  /** The page is kept in the history, so that Back finds it again. */
  const setPage = (favoritesPage: number) =>
    navigate(location.pathname + location.search, { replace: true, state: { ...state, favoritesPage } })
  return (
    <section className={styles.favorites} aria-labelledby="favorites">
      <h2 id="favorites">Favorites</h2>
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
      <p className={styles.count}>{`Showing ${first + 1} to ${first + shown.length} of ${favorites.length} results`}</p>
      <Pagination
        label="Pages of favorites"
        current={page}
        total={total}
        pages={pageWindow(page, total, 3)}
        onPage={setPage}
      />
    </section>
  )
}
