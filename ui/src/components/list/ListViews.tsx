// Links to the views of a list with their counts; the current one is marked.
import t from 'messages:staff/controls'
import { Link } from 'react-router-dom'
import layout from '../page/Page.module.css'

export interface ListView {
  label: string
  to: string
  current: boolean
  /** Undefined until it is loaded. */
  count?: number | undefined
}

export const ListViews = ({ views }: { views: readonly ListView[] }) => (
  <nav aria-label={t('views')} className={layout.views}>
    <ul>
      {views.map(({ label, to, current, count }) => (
        <li key={label}>
          <Link to={to} replace aria-current={current ? 'page' : undefined}>
            {count === undefined ? label : `${label} (${count.toLocaleString('en-US')})`}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
