// The person who uses this browser. On a shared computer, the next person must not see the previous person's data.

import { browserStorage } from '../../lib/page/browserStorage'
import { dropAllDrafts } from '../drafts'
import { dropRecentValues } from '../recentValues'
import { claimSession, clearSession, useSession } from '../store'
import { closeDrafts, signalSignOut, startLeaving, useLeaving } from './leaving'

/** The person who was signed in when the page was loaded. */
let current: string | undefined

/** Sets the signed-in person before any of their data is shown; undefined for a visitor. */
export function setCurrentPerson(person: string | undefined) {
  if (person === undefined || useLeaving.getState().leaving) return
  if (current !== undefined && current !== person) {
    // Somebody else has signed in in another tab; the data in memory belongs to the previous person.
    startLeaving()
    window.location.reload()
    return
  }
  current = person
  claimSession(person)
}

/** Removes a person's data from the browser at the sign-out. */
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
