import type { KeyPress } from '../lists/grid-keys.ts'

/** What a key does to the row of the focused element: opens its menu, opens its person, selects it; or moves to the search. */
export type RowAct = 'menu' | 'follow' | 'select' | 'search'

/**
 * Returns what a key does in the list; undefined if it moves to another cell or is left to the browser. `inCell` is
 * true if the focus is on the cell itself, and not on a control in it.
 */
export function rowActOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress, inCell: boolean): RowAct | undefined {
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return 'menu'
  if (key === 'Enter') return inCell ? 'follow' : undefined
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === ' ') return inCell ? 'select' : undefined
  return key === '/' || key === 'Escape' ? 'search' : undefined
}
