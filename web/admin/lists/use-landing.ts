import { useEffect, useRef, type RefObject } from 'react'

/**
 * Keeps the keyboard focus when a dialog has closed and its opener is gone with its line, or disappears while focused:
 * it moves to the heading with this ref and `tabIndex={-1}`.
 */
export function useLanding(dialogOpen: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    const justClosed = wasOpen.current && !dialogOpen
    wasOpen.current = dialogOpen
    if (!justClosed) return
    if (document.activeElement === document.body) return heading.current?.focus()
    return onceGone(document.activeElement, () => heading.current?.focus())
  }, [dialogOpen])
  return heading
}

/**
 * Calls back once when an element leaves the page, or is disabled, while it has the focus; not after the focus moved
 * elsewhere.
 */
function onceGone(opener: Element | null, then: () => void): () => void {
  const stop = () => {
    watch.disconnect()
    document.removeEventListener('focusin', stop)
  }
  const watch = new MutationObserver(() => {
    if (opener?.isConnected && !opener.matches(':disabled')) return
    const { activeElement } = document
    stop()
    if (activeElement === opener || activeElement === document.body) then()
  })
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', stop)
  return stop
}
