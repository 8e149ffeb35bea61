// The browser's history as the router sees it, with one addition: a screen with unsaved work may hold a navigation
// back until the person has decided.
import { UNSAFE_createBrowserHistory as createBrowserHistory, type To } from 'react-router'

/** Called with the navigation that waits; calling `proceed` lets it go on. */
export type LeaveGuard = (proceed: () => void) => void

let guard: LeaveGuard | null = null

/** Puts a guard before every navigation; the answer takes it away again. */
export function guardLeaving(next: LeaveGuard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}

const browserHistory = createBrowserHistory({ window, v5Compat: true })
const place = () => (window.history.state as { idx?: number } | null)?.idx ?? 0

function withoutGuard(action: () => void) {
  guard = null
  action()
}

/** The history to give to the router. */
export const history: typeof browserHistory = {
  ...browserHistory,
  get action() {
    return browserHistory.action
  },
  get location() {
    return browserHistory.location
  },
  push(to: To, state?: unknown) {
    if (guard) guard(() => withoutGuard(() => browserHistory.push(to, state)))
    else browserHistory.push(to, state)
  },
  listen(listener) {
    let last = place()
    let returning = false
    return browserHistory.listen((update) => {
      if (update.action === 'POP') {
        if (returning) {
          returning = false
          return
        }
        const step = place() - last
        if (guard && step !== 0) {
          // The browser has moved already: go back to where the work is, then ask.
          returning = true
          const ask = guard
          window.history.go(-step)
          ask(() => withoutGuard(() => window.history.go(step)))
          return
        }
      }
      last = place()
      listener(update)
    })
  },
}
