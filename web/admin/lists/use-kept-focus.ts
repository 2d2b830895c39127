import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'

/**
 * Keeps the keyboard focus when the focused line disappears from a list, or its focused button: it moves to the heading
 * with this ref and `tabIndex={-1}`. The result belongs on the container, and `shown` is its content.
 */
export function useKeptFocus(
  shown: unknown,
  heading: RefObject<HTMLHeadingElement | null>,
): { onFocus: () => void; onBlur: (event: FocusEvent) => void } {
  const inside = useRef(false)
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) heading.current?.focus()
  }, [shown, heading])
  return {
    onFocus: () => void (inside.current = true),
    // A person who moves the focus leaves an element that still exists.
    onBlur: ({ target }) => void (inside.current = !target.isConnected),
  }
}
