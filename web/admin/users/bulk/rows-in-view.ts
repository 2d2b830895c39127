import { maxSelected } from '../../../../domain/subscription/subscription-list.ts'
import type { AdminRow } from '../../acts/rows.ts'
import type { ListPages } from '../../lists/use-list-pages.ts'
import { keyOfRow, type View } from './selection.ts'

type LoadedRows = Pick<ListPages, 'end' | 'length' | 'rowAt'>

/**
 * Returns the loaded rows from `first` to before `beyond`, or all rows if their number does not exceed the maximum
 * selection.
 */
export function viewOf({ end, length, rowAt }: LoadedRows, first: number, beyond: number): View {
  if (length !== null && length <= maxSelected) {
    const rows = loadedRows(rowAt, 0, length)
    if (rows.length === length) return { rows, whole: true }
  }
  return { rows: loadedRows(rowAt, first, Math.min(beyond, end)), whole: false }
}

/** Returns how many of the selected rows the list does not have; 0 while only a part of the list is known. */
export function countOutside(selected: readonly AdminRow[], { rows, whole }: View): number {
  if (!whole) return 0
  const listed = new Set(rows.map(keyOfRow))
  return selected.filter((row) => !listed.has(keyOfRow(row))).length
}

/** Returns the loaded rows between two rows, both included, up to the maximum selection. */
export function rowsBetween(rowAt: LoadedRows['rowAt'], one: number, other: number): AdminRow[] {
  const first = Math.min(one, other)
  return loadedRows(rowAt, first, Math.min(Math.max(one, other) + 1, first + maxSelected))
}

function loadedRows(rowAt: LoadedRows['rowAt'], from: number, to: number): AdminRow[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => rowAt(from + at)).filter((row) => row !== undefined)
}
