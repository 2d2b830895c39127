import { useSyncExternalStore } from 'react'
import { browserStorage } from '../client/storage.ts'

/** The key in the browser's storage; false if single keys work only in the list. */
const place = 'admin-single-keys'

/**
 * Returns whether single keys work anywhere on a page. They do unless the administrator turned them off in this
 * browser.
 */
export const haveSingleKeys = (): boolean => browserStorage.read(place) !== false

const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns what haveSingleKeys returns, and renders again when the keys are turned on or off. */
export const useSingleKeys = (): boolean => useSyncExternalStore(listen, haveSingleKeys, () => true)

export function turnSingleKeys(on: boolean): void {
  browserStorage.write(place, on)
  for (const listener of listeners) listener()
}
