// The h1 of a page. After a navigation it takes the focus, so that a screen reader starts reading there.
import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Whether the next heading takes the focus: after a navigation, or only if the heading before it had the focus. */
let expected: 'always' | 'if lost' | null = null

/** Makes the next heading that appears take the focus; called on every change of path. */
export function expectHeading() {
  expected = 'always'
}

const isLost = () => document.activeElement === null || document.activeElement === document.body

interface Props {
  children: ReactNode
  /** Shown to screen readers only. */
  hidden?: boolean
  lang?: string
}

export function PageHeading({ children, hidden = false, lang }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The outside world: the browser's focus. A heading that goes hands it to the one that comes, from loading to loaded.
  useLayoutEffect(() => {
    const element = heading.current
    if (expected === 'always' || (expected === 'if lost' && isLost())) element?.focus({ preventScroll: true })
    expected = null
    return () => {
      if (element !== null && document.activeElement === element) expected ??= 'if lost'
    }
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? 'visually-hidden' : undefined} dir="auto" lang={lang}>
      {children}
    </h1>
  )
}
