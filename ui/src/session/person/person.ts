// The person who uses this browser. On a shared computer, the next person must not see the previous person's data.

import { claimSession } from '../store'
import { startLeaving, useLeaving } from './leaving'

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
