// The h1 of a page. It gets the focus after a navigation, so that a screen reader starts reading there.

import shell from 'messages:en/shell'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useText } from '../../i18n/useText'

/** Whether the next heading gets the focus: after a navigation, or only if the previous heading had it. */
let focusNext: 'always' | 'if lost' | null = null

/** Makes the next heading get the focus. */
export function focusNextHeading() {
  focusNext = 'always'
}

/** Makes the next heading get the focus whenever another screen is shown; not that of the first one. */
export function useHeadingFocus(screen: string) {
  const shown = useRef(screen)
  if (shown.current !== screen) {
    shown.current = screen
    focusNextHeading()
  }
}

/** Moves the focus to the heading of the page, from a control that is about to be removed. */
export const focusHeading = () => document.querySelector('h1')?.focus({ preventScroll: true })

const isLost = () => document.activeElement === null || document.activeElement === document.body

interface Props {
  children: ReactNode
  /** Shown to screen readers only. */
  hidden?: boolean
  lang?: string
  dir?: string
}

export function PageHeading({ children, hidden = false, lang, dir = 'auto' }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // External system: the browser's focus. A heading that is unmounted passes it to the next one, from loading to loaded.
  useLayoutEffect(() => {
    const element = heading.current
    if (focusNext === 'always' || (focusNext === 'if lost' && isLost())) element?.focus({ preventScroll: true })
    focusNext = null
    return () => {
      if (element !== null && document.activeElement === element) focusNext ??= 'if lost'
    }
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? 'visually-hidden' : undefined} dir={dir} lang={lang}>
      {children}
    </h1>
  )
}

/** Sets the title, followed by the product's name unless `alone`. */
export function useTitle(title: string, alone = false) {
  const product = useText(shell)('product')
  // External system: the document's title.
  useEffect(() => {
    document.title = alone || title === '' ? title || product : `${title} | ${product}`
  }, [title, alone, product])
}
