// Shows the screens in the place of the server's page, in the one step in which they are complete: nothing is painted between.
import { type ReactNode, useInsertionEffect, useLayoutEffect, useRef } from 'react'
import { dropPageResponses } from '../../api/pageData'
import { replacePage } from '../../lib/page/takeover'

interface Props {
  /** What the server wrote. */
  page: HTMLElement
  /** Where the screens are rendered, outside the document until now. */
  screens: HTMLElement
  children: ReactNode
}

export function TakeOver({ page, screens, children }: Props) {
  const resume = useRef(() => {})
  // External system: the document. Before any layout effect, so that these find their elements in the document.
  useInsertionEffect(() => {
    if (page.isConnected) resume.current = replacePage(page, screens)
  }, [page, screens])
  // External system: the browser's focus, and a press that was waiting.
  useLayoutEffect(() => {
    resume.current()
    resume.current = () => {}
  }, [])
  // External system: the page's data, which later screens must not take for new.
  useLayoutEffect(() => {
    const timer = setTimeout(dropPageResponses)
    return () => clearTimeout(timer)
  }, [])
  return children
}
