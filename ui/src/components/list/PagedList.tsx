// A list that the server sends in pages or whole: a skeleton while it loads, an error with a retry, the entries, the page links.
import { type ReactNode, useRef } from 'react'
import { Notice } from '../feedback/Notice'
import { Skeleton } from '../feedback/Skeleton'
import { listPageSize, type OnPage, openAtStart, PageLinks, PageStart, pageCount, useExistingPage } from './Pagination'

/** The part of a query's state that the list needs. */
export interface PageQuery<Page> {
  data: Page | undefined
  isError: boolean
  /** The data belongs to another page or filter and is shown until this one is loaded. */
  isPlaceholderData?: boolean
  refetch: () => unknown
}

export interface PagedListProps<Page> {
  query: PageQuery<Page>
  /** The name of the navigation, such as 'Pages of synonyms'; not for a whole list. */
  label?: string
  /** The title of the error when nothing could be loaded, such as 'The synonyms could not be loaded.' */
  failure: string
  /** What happened and what to do, if known. */
  failureDetail?: string
  page?: number
  pageSize?: number
  margin?: number
  /** Missing for a list without pages. */
  onPage?: OnPage
  /** The number of entries on all pages, if it differs from `found` of the page. */
  found?: number
  /** Shown instead of the entries when there are none; without it `children` is always rendered. */
  empty?: ReactNode
  /** The entries of a page. */
  children: (page: Page) => ReactNode
}

export function PagedList<Page extends { found: number }>({
  query,
  label = '',
  failure,
  failureDetail,
  page = 1,
  margin,
  onPage,
  pageSize = onPage ? listPageSize : Number.POSITIVE_INFINITY,
  found: counted,
  empty,
  children,
}: PagedListProps<Page>) {
  const { data, isError, isPlaceholderData = false, refetch } = query
  const found = counted ?? data?.found ?? 0
  const last = data && !isPlaceholderData ? pageCount(found, pageSize) : page
  useExistingPage(page, last, onPage)
  const start = useRef<HTMLParagraphElement>(null)
  if (!data) {
    return isError ? (
      <Notice kind="error" title={failure} onRetry={refetch}>
        {failureDetail}
      </Notice>
    ) : (
      <Skeleton kind="block" />
    )
  }
  return (
    <>
      {found > pageSize && <PageStart ref={start} page={page} />}
      {found === 0 && empty !== undefined ? empty : children(data)}
      {onPage && (
        <PageLinks
          label={label}
          page={page}
          pageSize={pageSize}
          found={found}
          margin={margin}
          onPage={(next) => openAtStart(start, () => onPage(next))}
        />
      )}
    </>
  )
}
