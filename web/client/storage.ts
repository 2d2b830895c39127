/** Returns null in a browser that stores nothing for sites, and for a stored text that is no JSON. */
function attempt<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}

/**
 * Stores values as JSON. Nothing throws: `read` returns null for what is not stored.
 * @internal
 */
export const storageOf = (storage: () => Storage) => ({
  read: (key: string) => attempt<unknown>(() => JSON.parse(storage().getItem(key) ?? 'null')),
  write: (key: string, value: unknown) => void attempt(() => storage().setItem(key, JSON.stringify(value))),
  remove: (key: string) => void attempt(() => storage().removeItem(key)),
  keys: () => attempt(() => Object.keys(storage())) ?? [],
})

/** The storage of this tab, until it is closed. */
export const tabStorage = storageOf(() => sessionStorage)

/** The storage of this browser, for all its tabs and later visits. */
export const browserStorage = storageOf(() => localStorage)
