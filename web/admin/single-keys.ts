import { useSyncExternalStore } from 'react'

/** The key in the browser's storage; 'off' if single keys work only in the list. */
const place = 'admin-single-keys'

/**
 * Returns whether single keys work anywhere on a page. They do unless the administrator turned them off in this
 * browser.
 */
export function haveSingleKeys(): boolean {
  try {
    return localStorage.getItem(place) !== 'off'
  } catch {
    return true
  }
}

const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns what haveSingleKeys returns, and renders again when the keys are turned on or off. */
export const useSingleKeys = (): boolean => useSyncExternalStore(listen, haveSingleKeys, () => true)

export function turnSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(place, on ? 'on' : 'off')
  } catch {
    // If the browser stores nothing for sites, the keys stay on.
  }
  for (const listener of listeners) listener()
}
