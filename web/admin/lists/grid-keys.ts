/** Returns the cell to which a key leads in a grid; undefined for other keys. Rows and columns count from 0. */
export type Spot = { row: number; column: number }
export type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean }

/** `rows` is the reachable range, its end excluded; `perPage` the number of visible rows. */
export function spotFor(
  pressed: KeyPress,
  { row, column }: Spot,
  size: { firstRow: number; endRow: number; columns: number; perPage: number },
): Spot | undefined {
  if (pressed.altKey || pressed.shiftKey) return undefined
  const far = pressed.ctrlKey || pressed.metaKey
  const last = size.columns - 1
  const go = (toRow: number, toColumn: number): Spot => ({
    row: Math.max(size.firstRow, Math.min(size.endRow - 1, toRow)),
    column: Math.max(0, Math.min(last, toColumn)),
  })
  switch (pressed.key) {
    case 'j':
    case 'ArrowDown':
      return far ? undefined : go(row + 1, column)
    case 'k':
    case 'ArrowUp':
      return far ? undefined : go(row - 1, column)
    case 'ArrowRight':
      return far ? undefined : go(row, column + 1)
    case 'ArrowLeft':
      return far ? undefined : go(row, column - 1)
    case 'PageDown':
      return far ? undefined : go(row + size.perPage, column)
    case 'PageUp':
      return far ? undefined : go(row - size.perPage, column)
    case 'Home':
      return far ? go(0, 0) : go(row, 0)
    case 'End':
      return far ? go(size.endRow - 1, last) : go(row, last)
    default:
      return undefined
  }
}
