// A list that comes from the server in pages: its shape while it loads, why it did not load, the entries, the links to pages.
import { type ReactNode, useEffect } from 'react'
import { Button } from './Button'
import { Notice } from './Notice'
import { PageLinks } from './PageLinks'
import { pagesOf } from './pages'
import { Skeleton } from './Skeleton'

/** The part of a query's state that the list shows. */
export interface PageQuery<Page> {
  data: Page | undefined
  isError: boolean
  /** The data is that of another page or filter, shown until this one comes. */
  isPlaceholderData?: boolean
  refetch: () => unknown
}

interface Props<Page> {
  query: PageQuery<Page>
  /** The name of the navigation, such as 'Pages of synonyms'. */
  label: string
  /** What to say when nothing could be loaded, such as 'The synonyms could not be loaded.' */
  failure: string
  /** What happened and what to do, when more than `failure` is known. */
  failureDetail?: string
  page: number
  pageSize: number
  margin?: number
  onPage: (page: number) => void
  /** How many entries there are in all, when the page does not say it as `found`. */
  found?: number
  /** Shown instead of the entries when there are none; without it they are shown in any case. */
  empty?: ReactNode
  /** The entries of a page. */
  children: (page: Page) => ReactNode
}

export function PagedList<Page extends { found: number }>({
  query,
  label,
  failure,
  failureDetail,
  page,
  pageSize,
  margin,
  onPage,
  found: counted,
  empty,
  children,
}: Props<Page>) {
  const { data, isError, isPlaceholderData = false, refetch } = query
  const found = counted ?? data?.found ?? 0
  const last = data && !isPlaceholderData ? pagesOf(found, pageSize) : page
  // The outside world: the list became shorter, and this page is no longer there.
  useEffect(() => {
    if (page > last) onPage(last)
  }, [page, last, onPage])
  if (!data) {
    return isError ? (
      <Notice kind="error" title={failure} actions={<Button onClick={() => refetch()}>Try again</Button>}>
        {failureDetail}
      </Notice>
    ) : (
      <Skeleton kind="block" />
    )
  }
  return (
    <>
      {found === 0 && empty !== undefined ? empty : children(data)}
      <PageLinks label={label} page={page} pageSize={pageSize} found={found} margin={margin} onPage={onPage} />
    </>
  )
}
