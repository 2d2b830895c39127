/**
 * Stores values as JSON. In a browser that stores nothing for sites, reading finds nothing and writing does nothing.
 * @internal
 */
export function storageOf(storage: () => Storage) {
  function attempt<T>(access: () => T): T | undefined {
    try {
      return access()
    } catch {
      return undefined
    }
  }
  return {
    /** Returns the value of a key; undefined if nothing readable is stored. */
    read: (key: string): unknown => attempt<unknown>(() => JSON.parse(storage().getItem(key) ?? 'null')) ?? undefined,
    write: (key: string, value: unknown): void => attempt(() => storage().setItem(key, JSON.stringify(value))),
    remove: (key: string): void => attempt(() => storage().removeItem(key)),
    keys: (): string[] => attempt(() => Object.keys(storage())) ?? [],
  }
}

/** The storage of this tab, until it is closed. */
export const tabStorage = storageOf(() => window.sessionStorage)

/** The storage of this browser, for all its tabs and later visits. */
export const browserStorage = storageOf(() => window.localStorage)
