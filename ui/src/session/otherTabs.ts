// What other tabs of this browser do: they change favorites and order list, and they sign out.
import { call } from '../api/client'
import type { Config } from '../api/config'
import { readerKey, useBrowserChoice } from './readerLanguage'
import { isSignOut, lastSignOut, startLeaving } from './signOut'
import { useSession } from './store'

const askAgainMs = 250
const maxAsks = 40

/** Goes to the home page once the server has ended the sign-in, which may be after the other tab's message. */
async function leaveOnceSignedOut() {
  startLeaving()
  for (let n = 0; n < maxAsks; n++) {
    const config = await call<Config>('/config').catch(() => null)
    if (config?.signIn.signedIn === false) break
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
  window.location.assign('/')
}

/** Follows the other tabs; returns how to stop. */
export function followOtherTabs(): () => void {
  const signOutBefore = lastSignOut()
  const onStorage = (event: StorageEvent) => {
    if (isSignOut(event)) void leaveOnceSignedOut()
    else if (event.key === 'session') useSession.reread()
    else if (event.key === readerKey) useBrowserChoice.reread()
  }
  // Back may show a page as it was before somebody signed out, without running its scripts anew.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || lastSignOut() === signOutBefore) return
    startLeaving()
    window.location.reload()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onPageShow)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onPageShow)
  }
}
