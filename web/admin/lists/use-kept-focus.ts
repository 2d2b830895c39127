import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'

/**
 * Keeps the keyboard focus when the focused line disappears from a list: it moves to the heading with this ref and
 * `tabIndex={-1}`. `within` belongs on the container, and `shown` is its content.
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
