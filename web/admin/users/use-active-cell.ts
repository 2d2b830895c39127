import { useRef, useState, type RefObject } from 'react'
import type { ColumnId } from './users-place.ts'

type ActiveCell = { row: number; column: ColumnId }

/** Manages which cell of the list has the tab stop. If its column is hidden, it is the name in the same row. */
export function useActiveCell(body: RefObject<HTMLElement | null>, columns: readonly ColumnId[], firstRow: number) {
  const [chosen, setActive] = useState<ActiveCell>({ row: firstRow, column: 'name' })
  const takesFocus = useRef(false)
  const active: ActiveCell = columns.includes(chosen.column) ? chosen : { ...chosen, column: 'name' }

  function moveTo(cell: ActiveCell) {
    takesFocus.current = true
    setActive(cell)
  }

  /** Focuses the cell to which a key has moved, once it is rendered. To be called after each render. */
  function focusMoved() {
    if (!takesFocus.current) return
    const { row, column } = active
    const cell = body.current?.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="${column}"]`)
    if (!cell) return
    takesFocus.current = false
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  return { active, setActive, moveTo, focusMoved }
}
