import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'

/**
 * Where the keyboard goes on when the line it stood in has gone from a list: the heading that gets this ref, and
 * `tabIndex={-1}`. `within` belongs on what the list stands in, and `shown` is what it shows.
 */
export function useKeptFocus(shown: unknown): {
  heading: RefObject<HTMLHeadingElement | null>
  within: { onFocus: () => void; onBlur: (event: FocusEvent) => void }
} {
  const heading = useRef<HTMLHeadingElement>(null)
  const inside = useRef(false)
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) heading.current?.focus()
  }, [shown])
  return {
    heading,
    within: {
      onFocus: () => void (inside.current = true),
      // A person who moves the focus leaves an element that still exists.
      onBlur: ({ target }) => void (inside.current = !target.isConnected),
    },
  }
}
