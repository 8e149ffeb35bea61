// Stores that are persisted in localStorage. The library's own middleware is larger, and would be part of the first script.
import { create } from 'zustand'

/** A store with an initial state, persisted under `name` as `{ state }`; `reread` loads what another tab has stored. */
export function createStored<State extends object>(name: string, first: State) {
  const read = (): State => {
    try {
      return { ...first, ...JSON.parse(localStorage.getItem(name) ?? '{}').state }
    } catch {
      return first
    }
  }
  const use = create<State>(read)
  let isRereading = false
  use.subscribe((state) => {
    if (!isRereading) localStorage.setItem(name, JSON.stringify({ state, version: 0 }))
  })
  const reread = () => {
    isRereading = true
    use.setState(read())
    isRereading = false
  }
  return Object.assign(use, { reread })
}
