// Previous, page links, Next. The caller provides a URL for links, or a function for buttons.
import parts from 'messages:en/parts'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, type Ref, type RefObject, useEffect } from 'react'
import { flushSync } from 'react-dom'
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

interface PageLinksProps {
  /** The name of the navigation, such as 'Pages of synonyms'. */
  label: string
  page: number
  pageSize?: number
  /** The number of entries on all pages. */
  found: number
  /** The number of pages always shown at each end. */
  margin?: number
  onPage: (page: number) => void
}

/** The page links below a paged list; nothing when there is only one page. */
export function PageLinks({ label, page, pageSize, found, margin = 1, onPage }: PageLinksProps) {
  const total = pageCount(found, pageSize)
  const current = Math.min(page, total)
  return (
    <Pagination
      label={label}
      current={current}
      total={total}
      pages={pageMargins(current, total, margin, 3)}
      onPage={onPage}
    />
  )
}

/** The number of the page, for screen readers; in front of the list. */
export function PageStart({ ref, page }: { ref: Ref<HTMLParagraphElement>; page: number }) {
  const t = useText(parts)
  return (
    <p ref={ref} tabIndex={-1} className="visually-hidden">
      {t('page', { page })}
    </p>
  )
}

/** Opens another page, and moves to its start. */
export function openAtStart(start: RefObject<HTMLElement | null>, open: () => void) {
  flushSync(open)
  start.current?.focus({ preventScroll: true })
  start.current?.nextElementSibling?.scrollIntoView()
}

/** Shows another page; with `replace` in place of the current history entry. */
export type OnPage = (page: number, options?: { replace: boolean }) => void

/** Goes to the last page when `page` is beyond it. Back must not lead to the missing page, so it is replaced. */
export function useExistingPage(page: number, last: number, onPage: OnPage | undefined) {
  // External system: the URL.
  useEffect(() => {
    if (page > last) onPage?.(last, { replace: true })
  }, [page, last, onPage])
}

/** Parses the page parameter of a URL, from 1. */
export const parsePage = (text: string | null) => (/^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 1)

/** Entries on a page of most lists. */
export const listPageSize = 50

/** The index of the first entry of a page, from 0. */
export const pageStart = (page: number, size = listPageSize) => (page - 1) * size

/** The number of pages, at least one. */
export const pageCount = (found: number, size = listPageSize) => Math.max(1, Math.ceil(found / size))

/** `width` consecutive pages around the current one, shifted to stay within 1 and `total`. */
export function pageWindow(current: number, total: number, width: number): number[] {
  const size = Math.min(width, total)
  const first = Math.max(1, Math.min(current - Math.floor((size - 1) / 2), total - size + 1))
  return Array.from({ length: size }, (_, index) => first + index)
}

/** Pages at both margins and around the current one; `gap` stands for the omitted pages. */
export function pageMargins(current: number, total: number, margin: number, around: number): (number | 'gap')[] {
  const near = new Set(pageWindow(current, total, around))
  const pages: (number | 'gap')[] = []
  for (let page = 1; page <= total; page++) {
    if (page <= margin || page > total - margin || near.has(page)) pages.push(page)
    else if (pages.at(-1) !== 'gap') pages.push('gap')
  }
  return pages
}
