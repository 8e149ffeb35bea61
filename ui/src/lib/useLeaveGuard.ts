// Asks before unsaved work is left by a link, by Back or by closing the tab.
import { useEffect, useState } from 'react'
import { currentNavigation, guardNavigation } from './pageHistory'

export interface LeaveGuardState {
  /** True while a navigation waits for the person's decision. */
  asking: boolean
  /** Stays here. */
  stay: () => void
  /** Lets the waiting navigation continue. */
  leave: () => void
}

interface Options {
  /** True while leaving the screen within the app would lose something. */
  unsaved: boolean
  /** True while closing or reloading the tab would lose something; the browser itself asks then. */
  unkept?: boolean
}

/** Blocks navigations to another screen while `unsaved` is true. A mere change of the fragment stays on the screen. */
export function useLeaveGuard({ unsaved, unkept = unsaved }: Options): LeaveGuardState {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  // The outside world: the history.
  useEffect(() => {
    if (!unsaved) return
    return guardNavigation(({ pathname }, navigate) => {
      if (pathname === currentNavigation().location.pathname) return false
      setLeave(() => navigate)
      return true
    })
  }, [unsaved])
  // The outside world: the closing of the tab.
  useEffect(() => {
    if (!unkept) return
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', beforeUnload)
    return () => window.removeEventListener('beforeunload', beforeUnload)
  }, [unkept])
  return {
    asking: leave !== null,
    stay: () => setLeave(null),
    leave: () => {
      setLeave(null)
      leave?.()
    },
  }
}
