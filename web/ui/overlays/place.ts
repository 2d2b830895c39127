const gap = 6
const margin = 8
/** With this much space below, a long popover scrolls instead of covering the content above. */
const enough = 260

export type Placing = { align?: 'start' | 'end'; matchWidth?: boolean }

/**
 * Places an open popover under its anchor, or above it if there is more space, within the window; follows it until the
 * returned function is called. Passes custom properties to the stylesheet, which may place it otherwise (a sheet on
 * phones).
 */
export function placeBeside(popover: HTMLElement, anchor: HTMLElement, placing: Placing = {}): () => void {
  const { align = 'start', matchWidth = false } = placing

  function place() {
    const at = anchor.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const below = clientHeight - at.bottom - gap - margin
    const above = at.top - gap - margin
    if (matchWidth) popover.style.setProperty('--at-width', `${at.width}px`)
    popover.style.setProperty('--at-room', `${below >= enough ? below : Math.max(below, above)}px`)

    const { offsetWidth: width, offsetHeight: height } = popover
    const upward = height > below && above > below
    const toRight = (align === 'end') === (getComputedStyle(anchor).direction === 'rtl')
    const wished = toRight ? at.left : at.right - width
    const left = Math.max(margin, Math.min(wished, clientWidth - width - margin))
    // Held at the edge beside the anchor, because a search shortens the list of a picker.
    popover.style.setProperty('--at-top', upward ? 'auto' : `${at.bottom + gap}px`)
    popover.style.setProperty('--at-bottom', upward ? `${clientHeight - at.top + gap}px` : 'auto')
    popover.style.setProperty('--at-left', `${left}px`)
    popover.style.setProperty('--at-right', 'auto')
  }

  place()
  addEventListener('resize', place)
  addEventListener('scroll', place, { capture: true, passive: true })
  return () => {
    removeEventListener('resize', place)
    removeEventListener('scroll', place, { capture: true })
  }
}
