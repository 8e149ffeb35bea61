// The browser's history for the router, with a guard that can hold a navigation until a person decides. The data router
// of react-router can do that too, but brings its loaders, actions and fetchers into the first script: 14 KB compressed.
import { createPath, type Location, NavigationType, type Navigator, parsePath, type To } from 'react-router-dom'

/** Where the page is, and how it came there. */
export interface Navigation {
  location: Location
  action: NavigationType
}

/** Returns true when it holds the navigation to `next`; `leave` performs it then, without asking again. */
export type Guard = (next: Location, leave: () => void) => boolean

/** What the browser stores with an entry; `idx` is its position: Back lowers it, Forward raises it. */
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
/** The position of the entry that is shown. */
let index = 0
let guard: Guard | null = null
/** The next `popstate` undoes one that the guard held. */
let isUndoing = false
/** The next `popstate` is one that the person decided on. */
let isDecided = false
const listeners = new Set<() => void>()

function show(action: NavigationType) {
  navigation = { location: currentLocation(), action }
  for (const listener of listeners) listener()
}

/** The position of the current entry; one made by the browser itself, such as for a fragment, gets the next one. */
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
    isDecided = true
    window.history.go(delta)
  }
  if (!isDecided && delta !== 0 && guard?.(currentLocation(), leave)) {
    isUndoing = true
    window.history.go(-delta)
    return
  }
  isDecided = false
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
  if (!guard?.(next, perform)) perform()
}

/** What the router navigates with. */
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

/** Asks `next` before every navigation, until the returned function is called. One guard at a time. */
export function guardNavigation(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}
