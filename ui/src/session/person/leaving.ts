// The sign-out across tabs: a sign-out in one tab signs out the others.
import { create } from 'zustand'
import { browserStorage } from '../../lib/page/browserStorage'

const signal = 'signed-out'

/** True while this tab is about to load another page after a sign-out: nothing is shown or stored. */
export const useLeaving = create(() => ({ leaving: false }))

/** False after a sign-out: what is still on the screen must not be stored again. */
let storesDrafts = true

/** Whether this tab may store drafts. */
export const mayStoreDrafts = () => storesDrafts

/** Stops storing drafts in this tab until the page is reloaded. */
export function closeDrafts() {
  storesDrafts = false
}

/** Hides the screen and stops storing drafts, before another page is loaded. */
export function startLeaving() {
  closeDrafts()
  useLeaving.setState({ leaving: true })
}

/** Notifies the other tabs that this one signs out. */
export const signalSignOut = () => browserStorage.set(signal, Date.now())

/** Whether a storage event means that another tab has signed out. */
export const isSignOut = (event: StorageEvent) => event.key === signal

/** The time of the last sign-out in this browser, for pages that are restored later. */
export const lastSignOut = () => browserStorage.get<number>(signal)
