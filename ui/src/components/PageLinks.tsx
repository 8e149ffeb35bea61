// The links below a list that comes in pages; nothing when there is one page only.
import { Pagination } from './Pagination'
import { pagesOf } from './pages'
import { pageMargins } from './pageWindow'

interface Props {
  /** The name of the navigation, such as 'Pages of synonyms'. */
  label: string
  page: number
  pageSize: number
  /** How many entries the list has in all. */
  found: number
  /** How many pages are always shown at either end. */
  margin?: number
  onPage: (page: number) => void
}

export function PageLinks({ label, page, pageSize, found, margin = 1, onPage }: Props) {
  const total = pagesOf(found, pageSize)
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
