import { useState } from 'react'
import { maxSelected } from '../../../../domain/subscription/subscription-list.ts'
import type { AdminRow } from '../../acts/rows.ts'

/** Returns what identifies a row: its subscription, or its subscriber if there is none. */
export const keyOfRow = ({ id, subscriber }: AdminRow): string => id ?? subscriber.id

/** The rows that one press may select: the whole list if it is short enough, else the rows in view. */
export type View = { rows: readonly AdminRow[]; whole: boolean }

export type Selection = {
  rows: readonly AdminRow[]
  has: (row: AdminRow) => boolean
  toggle: (row: AdminRow) => void
  /** Adds rows, up to the maximum. */
  add: (rows: readonly AdminRow[]) => void
  clear: () => void
  /** Whether the maximum is reached. */
  isFull: boolean
}

/**
 * Keeps rows selected while the list shows others. `first` runs before the first row is selected, because an
 * administrator who has to confirm the sign-in leaves the page and would lose the selection.
 */
export function useSelection(first: (begin: () => void) => void): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, AdminRow>>(new Map())
  const put = (rows: readonly AdminRow[]) =>
    setChosen((before) => {
      const after = new Map(before)
      for (const row of rows) if (after.size < maxSelected) after.set(keyOfRow(row), row)
      return after
    })
  const add = (rows: readonly AdminRow[]) => (chosen.size === 0 ? first(() => put(rows)) : put(rows))
  return {
    rows: [...chosen.values()],
    has: (row) => chosen.has(keyOfRow(row)),
    toggle(row) {
      if (!chosen.has(keyOfRow(row))) return add([row])
      return setChosen((before) => new Map([...before].filter(([key]) => key !== keyOfRow(row))))
    },
    add,
    clear: () => setChosen(new Map()),
    isFull: chosen.size >= maxSelected,
  }
}
