// Whose browser this is at the moment. On a shared computer the next person must not see what the one before has left.
import { startLeaving, useLeaving } from './signOut'
import { claimSession } from './store'

/** Who has been seen since the page was loaded. */
let seen: string | undefined

/** Called with whoever the server says is signed in, before anything of theirs is shown; undefined for a visitor. */
export function notePerson(person: string | undefined) {
  if (person === undefined || useLeaving.getState().leaving) return
  if (seen !== undefined && seen !== person) {
    // Somebody else has signed in, in another tab: nothing that this page holds in memory is theirs.
    startLeaving()
    window.location.reload()
    return
  }
  seen = person
  claimSession(person)
}
