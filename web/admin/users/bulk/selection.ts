import { useState } from 'react'
import { maxSelected } from '../../../../domain/subscription/subscription-list.ts'
import type { AdminRow } from '../../acts/rows.ts'

/** What tells a line from all others: its subscription, or its subscriber where there is none. */
export const keyOfRow = ({ id, subscriber }: AdminRow): string => id ?? subscriber.id

/** What one press may select: the whole list where it is short enough, else the rows in view. */
export type View = { rows: readonly AdminRow[]; whole: boolean }

export type Selection = {
  rows: readonly AdminRow[]
  has: (row: AdminRow) => boolean
  toggle: (row: AdminRow) => void
  /** Adds lines, as many as may be selected. */
  add: (rows: readonly AdminRow[]) => void
  clear: () => void
  /** No more may be selected. */
  isFull: boolean
}

/**
 * Lines that were chosen to be acted on together. They stay chosen while others are shown. `first` comes before the first of them:
 * an administrator who has to confirm the sign-in leaves the page, and would lose the selection.
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
