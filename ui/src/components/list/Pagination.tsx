// Previous, page links, Next. The caller provides a URL for links, or a function for buttons.

import parts from 'messages:en/parts'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useText } from '../../i18n/useText'
import styles from './Pagination.module.css'

interface Props {
  /** The name of the navigation, such as 'Pages of results'. */
  label: string
  current: number
  total: number
  /** The page numbers to show, with gaps; from pageWindow or pageMargins. */
  pages: readonly (number | 'gap')[]
  /** Returns the URL of a page; renders links. */
  pageUrl?: (page: number) => string
  /** History state of the links. */
  linkState?: unknown
  /** Called with the page; renders buttons when there is no pageUrl. */
  onPage?: (page: number) => void
}

export function Pagination({ label, current, total, pages, pageUrl, linkState, onPage }: Props) {
  const t = useText(parts)
  if (total < 2) return null
  const pageItem = (
    page: number,
    name: string,
    children: ReactNode,
    extra: { className?: string; rel?: string } = {},
  ) => {
    const isCurrent = page === current
    const shared = { 'aria-label': name, 'aria-current': isCurrent ? ('page' as const) : undefined }
    if (page < 1 || page > total) {
      return (
        <span className={extra.className} aria-hidden="true" data-off>
          {children}
        </span>
      )
    }
    return pageUrl ? (
      <Link to={pageUrl(page)} state={linkState} {...shared} {...extra} onClick={() => onPage?.(page)}>
        {children}
      </Link>
    ) : (
      <button type="button" {...shared} className={extra.className} onClick={() => onPage?.(page)}>
        {children}
      </button>
    )
  }
  let gaps = 0
  return (
    <nav aria-label={label} className={styles.pages}>
      <ul>
        <li>
          {pageItem(
            current - 1,
            t('previousPage'),
            <>
              <ChevronLeft aria-hidden />
              <span className={styles.word}>{t('previous')}</span>
            </>,
            { className: styles.edge, rel: 'prev' },
          )}
        </li>
        {pages.map((page) =>
          page === 'gap' ? (
            <li key={`gap-${++gaps}`} aria-hidden="true" className={styles.gap}>
              …
            </li>
          ) : (
            <li key={page}>{pageItem(page, t('page', { page }), page)}</li>
          ),
        )}
        <li>
          {pageItem(
            current + 1,
            t('nextPage'),
            <>
              <span className={styles.word}>{t('next')}</span>
              <ChevronRight aria-hidden />
            </>,
            { className: styles.edge, rel: 'next' },
          )}
        </li>
      </ul>
    </nav>
  )
}
