// Stores that are persisted in localStorage. The library's own middleware is larger, and would be part of the first script.
import { create } from 'zustand'
import { browserStorage } from '../lib/page/browserStorage'

/** A store with an initial state, persisted under `name` as `{ state }`; `reread` loads what another tab has stored. */
export function createStored<State extends object>(name: string, first: State) {
  const read = (): State => ({ ...first, ...browserStorage.get<{ state?: Partial<State> }>(name)?.state })
  const use = create<State>(read)
  let isRereading = false
  use.subscribe((state) => {
    if (!isRereading) browserStorage.set(name, { state, version: 0 })
  })
  const reread = () => {
    isRereading = true
    use.setState(read())
    isRereading = false
  }
  return Object.assign(use, { reread })
}
