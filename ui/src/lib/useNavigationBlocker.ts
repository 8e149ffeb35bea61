// Asks for confirmation before unsaved work is lost by a link, by Back or by closing the tab.
import { useEffect, useState } from 'react'
import { blockNavigation, currentNavigation } from './pageHistory'

export interface NavigationBlocker {
  /** True while a navigation waits for the person's decision. */
  asking: boolean
  /** Cancels the blocked navigation. */
  stay: () => void
  /** Continues the blocked navigation. */
  leave: () => void
}

interface Options {
  /** True while leaving the screen within the app would lose something. */
  unsaved: boolean
  /** True while closing or reloading the tab would lose something; the browser itself asks then. */
  unstored?: boolean
}

/** Blocks navigations to another screen while `unsaved` is true. A change of only the fragment stays on the screen. */
export function useNavigationBlocker({ unsaved, unstored = unsaved }: Options): NavigationBlocker {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  // External system: the history.
  useEffect(() => {
    if (!unsaved) return
    return blockNavigation(({ pathname }, navigate) => {
      if (pathname === currentNavigation().location.pathname) return false
      setLeave(() => navigate)
      return true
    })
  }, [unsaved])
  // External system: the browser tab.
  useEffect(() => {
    if (!unstored) return
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', beforeUnload)
    return () => window.removeEventListener('beforeunload', beforeUnload)
  }, [unstored])
  return {
    asking: leave !== null,
    stay: () => setLeave(null),
    leave: () => {
      setLeave(null)
      leave?.()
    },
  }
}
