// Gets the focus when another page of a list is shown: the pressed page link is below the list, and may be removed.
import parts from 'messages:en/parts'
import { type Ref, type RefObject, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { useText } from '../../i18n/useText'

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
