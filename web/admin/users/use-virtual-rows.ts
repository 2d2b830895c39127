import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ListPages } from '../lists/use-list-pages.ts'

/**
 * The height, in pixels, of the part of the list that the server renders, and that shows until the frame is measured.
 */
const firstHeight = 480
/** Rows requested before they come into view. */
const ahead = 40

type VirtualRows = {
  pages: ListPages
  /** The scrolling element; null until it is in the document. */
  frame: HTMLElement | null
  /** In pixels. */
  rowHeight: number
  firstRow: number
  /** This row stays in the page, so that the focus is not lost when it is scrolled away. */
  activeRow: number
  /** Called when the list restarts at its top. */
  onRestart: () => void
}

/** Renders only the rows around those in view, has their pages loaded, and returns the first and last row in view. */
export function useVirtualRows({ pages, frame, rowHeight, firstRow, activeRow, onRestart }: VirtualRows) {
  const { origin, end, epoch } = pages
  const virtualizer = useVirtualizer({
    count: end - origin,
    getScrollElement: () => frame,
    estimateSize: () => rowHeight,
    initialRect: { width: 0, height: firstHeight },
    overscan: 12,
    useFlushSync: false,
    initialOffset: (firstRow - origin) * rowHeight,
    rangeExtractor(range) {
      const at = activeRow - origin
      const inside = at >= 0 && at < range.count
      return [...new Set([...defaultRangeExtractor(range), ...(inside ? [at] : [])])].toSorted((one, two) => one - two)
    },
  })

  const first = (virtualizer.range?.startIndex ?? 0) + origin
  const last = (virtualizer.range?.endIndex ?? 0) + origin
  useEffect(() => {
    if (virtualizer.range) pages.look(Math.max(0, first - ahead), Math.min(end - 1, last + ahead))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- announced again when something else is in view
  }, [first, last, end])

  const shown = useRef({ epoch, origin })
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { epoch, origin }
    if (!frame) return
    if (before.epoch !== epoch) {
      frame.scrollTop = 0
      onRestart()
    } else if (before.origin !== origin) frame.scrollTop += (before.origin - origin) * rowHeight
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the list itself changes
  }, [epoch, origin, frame, rowHeight])

  return { virtualizer, first, last }
}
