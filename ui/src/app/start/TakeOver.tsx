// Replaces the server-rendered page by the complete screens in one step, so that nothing is painted in between.
import { type ReactNode, useInsertionEffect, useLayoutEffect, useRef } from 'react'
import { dropPageResponses } from '../../api/pageData'
import { replacePage } from '../../lib/page/takeover'

interface Props {
  /** The server-rendered page. */
  page: HTMLElement
  /** The element with the screens, which is not in the document yet. */
  screens: HTMLElement
  children: ReactNode
}

export function TakeOver({ page, screens, children }: Props) {
  const resume = useRef(() => {})
  // External system: the document. Before any layout effect, so that these find their elements in the document.
  useInsertionEffect(() => {
    if (page.isConnected) resume.current = replacePage(page, screens)
  }, [page, screens])
  // External system: the browser's focus, and a click that was recorded.
  useLayoutEffect(() => {
    resume.current()
    resume.current = () => {}
  }, [])
  // External system: the embedded responses, which later screens must not use as current data.
  useLayoutEffect(() => {
    const timer = setTimeout(dropPageResponses)
    return () => clearTimeout(timer)
  }, [])
  return children
}
