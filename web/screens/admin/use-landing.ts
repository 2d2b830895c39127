import { useEffect, useRef, type RefObject } from 'react'

/**
 * Where the keyboard goes on when a dialog has closed and what opened it is gone, with the line it stood in: the heading
 * that gets this ref, and `tabIndex={-1}`.
 */
export function useLanding(dialogOpen: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !dialogOpen && document.activeElement === document.body) heading.current?.focus()
    wasOpen.current = dialogOpen
  }, [dialogOpen])
  return heading
}
