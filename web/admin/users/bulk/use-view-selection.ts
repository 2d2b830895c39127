import { useEffect, useRef } from 'react'
import type { ListPages } from '../../lists/use-list-pages.ts'
import { rowsBetween, viewOf } from './rows-in-view.ts'
import { keyOfRow, type Selection, type View } from './selection.ts'

type ReportedView = {
  isSelecting: boolean
  pages: ListPages
  frame: HTMLElement | null
  rowHeight: number
  onView: (view: View) => void
}

/** Reports which rows one press may select, as the list is scrolled, while rows are selected. */
export function useReportedView({ isSelecting, pages, frame, rowHeight, onView }: ReportedView): void {
  const told = useRef('')
  useEffect(() => {
    if (!isSelecting || !frame) return
    // A row is in view if at least half of it is.
    const head = frame.querySelector('thead')?.offsetHeight ?? 0
    const rowAtHeight = (pixels: number) => pages.origin + Math.round(pixels / rowHeight)
    const view = viewOf(pages, rowAtHeight(frame.scrollTop), rowAtHeight(frame.scrollTop + frame.clientHeight - head))
    const key = [view.whole, ...view.rows.map(keyOfRow)].join()
    if (key === told.current) return
    told.current = key
    onView(view)
  })
}

/**
 * Returns a function that selects a row or clears its selection. With `range`, everything from the row selected last is
 * selected.
 */
export function useRowSelection(selection: Selection, rowAt: ListPages['rowAt']) {
  const selectedLast = useRef<number | null>(null)
  return (index: number, range: boolean) => {
    const from = selectedLast.current ?? index
    selectedLast.current = index
    const row = rowAt(index)
    if (!row) return undefined
    if (!range || selection.has(row)) return selection.toggle(row)
    return selection.add(rowsBetween(rowAt, from, index))
  }
}
