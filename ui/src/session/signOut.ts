// Signing out in one tab signs out the others, and leaves nothing of the person in the browser.
import { create } from 'zustand'
import { closeDrafts, dropDraftsOf } from './drafts'
import { dropRecentValuesOf } from './recentValues'
import { clearSession, useSession } from './store'

const signal = 'signed-out'
export const baseKey = 'session-base'

/** True once this tab is about to load another page because the person has gone: nothing of them is shown or stored then. */
export const useLeaving = create(() => ({ leaving: false }))

/** Hides what is on the screen and stores nothing more, before another page is loaded. */
export function startLeaving() {
  closeDrafts()
  useLeaving.setState({ leaving: true })
}

/** Removes everything of the person from this browser; the server keeps favorites and order list. */
export function forgetPerson() {
  const { owner } = useSession.getState()
  closeDrafts()
  if (owner) {
    dropDraftsOf(owner)
    dropRecentValuesOf(owner)
  }
  clearSession()
  localStorage.removeItem(baseKey)
}

/** Called as the sign-out form is sent. */
export function announceSignOut() {
  forgetPerson()
  localStorage.setItem(signal, String(Date.now()))
}

/** Whether a storage event means that another tab has signed out. */
export const isSignOut = (event: StorageEvent) => event.key === signal

/** The time of the last sign-out in this browser, to notice one that happened while a page was away. */
export const lastSignOut = () => localStorage.getItem(signal)
