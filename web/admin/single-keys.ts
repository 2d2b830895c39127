import { useSyncExternalStore } from 'react'

/** In the browser's store: 'off' where single keys work in the list alone. */
const place = 'admin-single-keys'

/** Whether single keys work anywhere on a page; they do unless the administrator turned them off in this browser. */
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

/** As haveSingleKeys, and again whenever they are turned on or off. */
export const useSingleKeys = (): boolean => useSyncExternalStore(listen, haveSingleKeys, () => true)

export function turnSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(place, on ? 'on' : 'off')
  } catch {
    // A browser that stores nothing for sites keeps them on.
  }
  for (const listener of listeners) listener()
}
