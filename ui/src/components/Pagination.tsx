// Previous, page links, Next. What a link leads to is the caller's: an address, or a function for paging within a page.

import parts from 'messages:en/parts'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useText } from '../i18n/useText'
import styles from './Pagination.module.css'

interface Props {
  /** The name of the navigation, such as 'Pages of results'. */
  label: string
  current: number
  total: number
  /** Page numbers to show, with gaps; from pageWindow or pageMargins. */
  pages: readonly (number | 'gap')[]
  /** The address of a page; makes links. */
  hrefOf?: (page: number) => string
  /** Kept in the history beside the address. */
  linkState?: unknown
  /** Called with the page; makes buttons when there is no hrefOf. */
  onPage?: (page: number) => void
}

export function Pagination({ label, current, total, pages, hrefOf, linkState, onPage }: Props) {
  const t = useText(parts)
  if (total < 2) return null
  const step = (page: number, name: string, children: ReactNode, extra: { className?: string; rel?: string } = {}) => {
    const isCurrent = page === current
    const shared = { 'aria-label': name, 'aria-current': isCurrent ? ('page' as const) : undefined }
    if (page < 1 || page > total) {
      return (
        <span className={extra.className} aria-hidden="true" data-off>
          {children}
        </span>
      )
    }
    return hrefOf ? (
      <Link to={hrefOf(page)} state={linkState} {...shared} {...extra} onClick={() => onPage?.(page)}>
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
          {step(
            current - 1,
            t('previousPage'),
            <>
              <ChevronLeft aria-hidden />
              <span className={styles.word}>{t('previous')}</span>
            </>,
            { className: styles.step, rel: 'prev' },
          )}
        </li>
        {pages.map((page) =>
          page === 'gap' ? (
            <li key={`gap-${++gaps}`} aria-hidden="true" className={styles.gap}>
              …
            </li>
          ) : (
            <li key={page}>{step(page, t('page', { page }), page)}</li>
          ),
        )}
        <li>
          {step(
            current + 1,
            t('nextPage'),
            <>
              <span className={styles.word}>{t('next')}</span>
              <ChevronRight aria-hidden />
            </>,
            { className: styles.step, rel: 'next' },
          )}
        </li>
      </ul>
    </nav>
  )
}
