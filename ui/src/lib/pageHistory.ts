// The browser's history for the router, with a blocker that holds a navigation until the person decides. The data router of
// react-router has blockers too, but adds its loaders, actions and fetchers to the first script: 14 KB compressed.
import { createPath, type Location, NavigationType, type Navigator, parsePath, type To } from 'react-router-dom'

/** The current location and the action that led there. */
export interface Navigation {
  location: Location
  action: NavigationType
}

/** Returns true when it holds the navigation to `next`; `leave` performs it then, without asking again. */
export type Blocker = (next: Location, leave: () => void) => boolean

/** The state of a history entry; `idx` is its position, which Back decreases and Forward increases. */
interface EntryState {
  usr: unknown
  key: string
  idx: number
}

const entryState = () => window.history.state as Partial<EntryState> | null

function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  const { usr = null, key = 'default' } = entryState() ?? {}
  return { pathname, search, hash, state: usr, key }
}

const newKey = () => Math.random().toString(36).slice(2, 10)

let navigation: Navigation = { location: currentLocation(), action: NavigationType.Pop }
/** The position of the current entry. */
let index = 0
let blocker: Blocker | null = null
/** Whether the next `popstate` reverts one that was blocked. */
let isUndoing = false
/** Whether the person has confirmed the next `popstate`. */
let isConfirmed = false
const listeners = new Set<() => void>()

function show(action: NavigationType) {
  navigation = { location: currentLocation(), action }
  for (const listener of listeners) listener()
}

/** The position of the current entry; an entry added by the browser, such as for a fragment, gets the next position. */
function currentIndex(): number {
  const known = entryState()?.idx
  if (known !== undefined) return known
  const idx = index + 1
  window.history.replaceState({ ...window.history.state, idx }, '')
  return idx
}

function onPopState() {
  if (isUndoing) {
    isUndoing = false
    return
  }
  const delta = currentIndex() - index
  const leave = () => {
    isConfirmed = true
    window.history.go(delta)
  }
  if (!isConfirmed && delta !== 0 && blocker?.(currentLocation(), leave)) {
    isUndoing = true
    window.history.go(-delta)
    return
  }
  isConfirmed = false
  index += delta
  show(NavigationType.Pop)
}

function navigate(to: To, state: unknown, action: NavigationType.Push | NavigationType.Replace) {
  const path = typeof to === 'string' ? parsePath(to) : to
  const next: Location = {
    pathname: navigation.location.pathname,
    search: '',
    hash: '',
    ...path,
    state: state ?? null,
    key: newKey(),
  }
  const perform = () => {
    const isPush = action === NavigationType.Push
    if (isPush) index += 1
    const entry: EntryState = { usr: next.state, key: next.key, idx: index }
    window.history[isPush ? 'pushState' : 'replaceState'](entry, '', createPath(next))
    show(action)
  }
  if (!blocker?.(next, perform)) perform()
}

/** The navigator of the router. */
export const navigator: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  encodeLocation: (to) => {
    const { pathname, search, hash } = new URL(typeof to === 'string' ? to : createPath(to), window.location.origin)
    return { pathname, search, hash }
  },
  go: (delta) => window.history.go(delta),
  push: (to, state) => navigate(to, state, NavigationType.Push),
  replace: (to, state) => navigate(to, state, NavigationType.Replace),
}

export const currentNavigation = () => navigation

/** Calls `listener` after every navigation, until the returned function is called. */
export function followNavigation(listener: () => void): () => void {
  if (listeners.size === 0) {
    index = currentIndex()
    navigation = { location: currentLocation(), action: navigation.action }
    window.addEventListener('popstate', onPopState)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', onPopState)
  }
}

/** Calls `next` before every navigation, until the returned function is called. Only one blocker at a time. */
export function blockNavigation(next: Blocker): () => void {
  blocker = next
  return () => {
    if (blocker === next) blocker = null
  }
}
