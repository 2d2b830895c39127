import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'

const never = () => () => {}

/** Returns false while the page consists only of the server's HTML, true from hydration on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Keeps values that people or browsers fill into fields before the scripts load. */
export function useFilledBefore<T extends FormControl>(ref: RefObject<T | null>, take: (element: T) => void): void {
  const taken = useRef(false)
  // Once, before React overwrites the value with its own.
  useLayoutEffect(() => {
    if (taken.current || !ref.current) return
    taken.current = true
    take(ref.current)
  })
}
