import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'

const never = () => () => {}

/** False while the server's HTML is all there is, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

type Filled = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** People (and browsers) fill in fields before the scripts load: keeps these values. */
export function useFilledBefore<T extends Filled>(ref: RefObject<T | null>, take: (element: T) => void): void {
  const taken = useRef(false)
  // Once, before React writes its own idea of the value over it.
  useLayoutEffect(() => {
    if (taken.current || !ref.current) return
    taken.current = true
    take(ref.current)
  })
}
