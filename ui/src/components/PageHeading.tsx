// The h1 of a page. After a navigation it takes the focus, so that a screen reader starts reading there.
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './PageHeading.module.css'

let expected = false

/** Tells the next heading that appears to take the focus; called on every change of path. */
export function expectHeading() {
  expected = true
}

interface Props {
  children: ReactNode
  /** Shown to screen readers only. */
  hidden?: boolean
  lang?: string
}

export function PageHeading({ children, hidden = false, lang }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The outside world: the browser's focus.
  useEffect(() => {
    if (!expected) return
    expected = false
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? styles.hidden : undefined} dir="auto" lang={lang}>
      {children}
    </h1>
  )
}
