// The page links below a paged list; nothing when there is only one page.

import { Pagination } from './Pagination'
import { pageCount, pageMargins } from './pages'

interface Props {
  /** The name of the navigation, such as 'Pages of synonyms'. */
  label: string
  page: number
  pageSize: number
  /** The number of entries on all pages. */
  found: number
  /** The number of pages always shown at each end. */
  margin?: number
  onPage: (page: number) => void
}

export function PageLinks({ label, page, pageSize, found, margin = 1, onPage }: Props) {
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
