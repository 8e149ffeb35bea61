// Removes a person's data from the browser at the sign-out.
import { browserStorage } from '../../lib/page/browserStorage'
import { dropAllDrafts } from '../drafts'
import { dropRecentValues } from '../recentValues'
import { clearSession, useSession } from '../store'
import { closeDrafts, signalSignOut } from './leaving'

export const baseKey = 'session-base'

/** Removes all data of the person from this browser; favorites and cart stay on the server. */
export function forgetPerson() {
  const { owner } = useSession.getState()
  closeDrafts()
  if (owner) {
    dropAllDrafts(owner)
    dropRecentValues(owner)
  }
  clearSession()
  browserStorage.remove(baseKey)
}

/** Called when the sign-out form is submitted. */
export function announceSignOut() {
  forgetPerson()
  signalSignOut()
}
