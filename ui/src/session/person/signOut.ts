// Sign-out in one tab signs out the others, and removes the person's data from the browser.
import { create } from 'zustand'
import { closeDrafts, dropAllDrafts } from '../drafts'
import { dropRecentValues } from '../recentValues'
import { clearSession, useSession } from '../store'

const signal = 'signed-out'
export const baseKey = 'session-base'

/** True while this tab is about to load another page after a sign-out: nothing is shown or stored. */
export const useLeaving = create(() => ({ leaving: false }))

/** Hides the screen and stops storing drafts, before another page is loaded. */
export function startLeaving() {
  closeDrafts()
  useLeaving.setState({ leaving: true })
}

/** Removes all data of the person from this browser; favorites and cart stay on the server. */
export function forgetPerson() {
  const { owner } = useSession.getState()
  closeDrafts()
  if (owner) {
    dropAllDrafts(owner)
    dropRecentValues(owner)
  }
  clearSession()
  localStorage.removeItem(baseKey)
}

/** Called when the sign-out form is submitted. */
export function announceSignOut() {
  forgetPerson()
  localStorage.setItem(signal, String(Date.now()))
}

/** Whether a storage event means that another tab has signed out. */
export const isSignOut = (event: StorageEvent) => event.key === signal

/** The time of the last sign-out in this browser, for pages that are restored later. */
export const lastSignOut = () => localStorage.getItem(signal)
