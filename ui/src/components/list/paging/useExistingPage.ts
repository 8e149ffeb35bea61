// Leaves a page that does not exist: the list has become shorter, or the URL was never right.
import { useEffect } from 'react'

/** Shows another page; with `replace` in place of the current history entry. */
export type OnPage = (page: number, options?: { replace: boolean }) => void

/** Goes to the last page when `page` is beyond it. Back must not lead to the missing page, so it is replaced. */
export function useExistingPage(page: number, last: number, onPage: OnPage | undefined) {
  // External system: the URL.
  useEffect(() => {
    if (page > last) onPage?.(last, { replace: true })
  }, [page, last, onPage])
}
