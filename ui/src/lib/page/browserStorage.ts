// The storages of the browser, with values as JSON. Browsers that block site data throw at every access: nothing is stored
// then, and nothing is found.

/** The result of an access; undefined when the storage is blocked or full, or its content is unreadable. */
function attempt<Result>(access: () => Result): Result | undefined {
  try {
    return access()
  } catch {}
}

const guarded = (storage: () => Storage) => ({
  /** The stored value; null if there is none or it is unreadable. */
  get: <Value>(key: string): Value | null => attempt(() => JSON.parse(String(storage().getItem(key)))) ?? null,
  /** Returns whether the value was stored. */
  set: (key: string, value: unknown) =>
    attempt(() => {
      storage().setItem(key, JSON.stringify(value))
      return true
    }) ?? false,
  remove: (key: string) => attempt(() => storage().removeItem(key)),
  keys: () => attempt(() => Object.keys(storage())) ?? [],
})

/** Shared by all tabs, and stored until it is removed. */
export const browserStorage = guarded(() => localStorage)

/** Only for this tab. */
export const tabStorage = guarded(() => sessionStorage)
