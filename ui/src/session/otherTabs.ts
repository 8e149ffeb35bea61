// Follows other tabs of this browser, which change favorites and cart or sign out.

import { loadConfig } from '../api/config'
import { patterns } from '../paths'
import { isSignOut, lastSignOut, startLeaving } from './person/leaving'
import { browserChoiceKey, useBrowserChoice } from './preferredLanguage'
import { useSession } from './store'

const POLL_INTERVAL_MS = 250
const MAX_POLLS = 40

/** Opens the home page once the server has completed the sign-out, which may be after the other tab's message. */
async function leaveOnceSignedOut() {
  startLeaving()
  for (let n = 0; n < MAX_POLLS; n++) {
    const config = await loadConfig()
    if (config?.signIn.signedIn === false) break
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
  window.location.assign(patterns.home)
}

/** Follows the other tabs. Returns a function that stops it. */
export function followOtherTabs(): () => void {
  const signOutBefore = lastSignOut()
  const onStorage = (event: StorageEvent) => {
    if (isSignOut(event)) void leaveOnceSignedOut()
    else if (event.key === 'session') useSession.reread()
    else if (event.key === browserChoiceKey) useBrowserChoice.reread()
  }
  // Back may restore a page from before the sign-out without running its scripts again.
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
