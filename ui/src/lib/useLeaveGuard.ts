// Asks before unsaved work is left: by a link, by Back, or by closing the tab.
import { useEffect, useState } from 'react'
import { guardLeaving } from './history'

export interface LeaveGuardState {
  /** True while a navigation waits for the person's decision. */
  asking: boolean
  /** Stays here. */
  stay: () => void
  /** Lets the waiting navigation go on. */
  leave: () => void
}

/** Holds navigations back while `unsaved` is true. Closing the tab is asked about by the browser itself. */
export function useLeaveGuard(unsaved: boolean): LeaveGuardState {
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  // The outside world: the router's history and the closing of the tab.
  useEffect(() => {
    if (!unsaved) return
    const release = guardLeaving((proceed) => setWaiting(() => proceed))
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', beforeUnload)
    return () => {
      release()
      window.removeEventListener('beforeunload', beforeUnload)
    }
  }, [unsaved])
  return {
    asking: waiting !== null,
    stay: () => setWaiting(null),
    leave: () => {
      setWaiting(null)
      waiting?.()
    },
  }
}
