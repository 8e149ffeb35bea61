// Signing out in one tab signs out the others, and leaves nothing of the person in the browser.
import { useSession } from './store'

const signal = 'signed-out'
export const baseKey = 'session-base'

/** Forgets favorites and order list of this browser; the server keeps them. */
export function forgetSession() {
  useSession.setState({ favorites: [], order: [] })
  localStorage.removeItem(baseKey)
}

/** Called as the sign-out form is sent. */
export function tellSignOut() {
  forgetSession()
  localStorage.setItem(signal, String(Date.now()))
}

/** Whether a storage event says that another tab has signed out. */
export const isSignOut = (event: StorageEvent) => event.key === signal
