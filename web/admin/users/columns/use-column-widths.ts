import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { interfaceLimits } from '../../../../domain/limits.ts'
import { browserStorage } from '../../../client/storage.ts'
import { columnIds, type ColumnId } from '../users-place.ts'

const place = 'tillhouse.users.columns'
type Widths = Partial<Record<ColumnId, number>>

/** Returns the widths of the columns, stored in this browser. */
export function useColumnWidths(): [Widths, (change: (before: Widths) => Widths) => void] {
  const [widths, setWidths] = useState<Widths>({})
  // oxlint-disable-next-line react/set-state-in-effect -- the server cannot read them; they are applied before the first paint
  useLayoutEffect(() => setWidths(remembered()), [])
  useEffect(() => {
    if (Object.keys(widths).length > 0) browserStorage.write(place, widths)
  }, [widths])
  return [widths, setWidths]
}

/** Sets each column's width in the stylesheet, in units that grow with the font, so that no row is rendered again. */
export function useWidthsOf(table: RefObject<HTMLElement | null>, widthOf: (id: ColumnId) => number): void {
  useLayoutEffect(() => {
    for (const id of columnIds) table.current?.style.setProperty(`--width-${id}`, `${widthOf(id) / 16}rem`)
  })
}

/** How columns with long texts share the remaining width. users-table.css has the same values. */
const shares: Widths = { name: 1, email: 2, company: 1, latestComment: 1, plan: 1, nextCharge: 1 }

/**
 * Sets the columns of the rows' grid in the stylesheet. Widths that the user changed stay; the last column takes the
 * remaining space.
 */
export function useColumnsOf(table: RefObject<HTMLElement | null>, columns: readonly ColumnId[], widths: Widths): void {
  useLayoutEffect(() => {
    const tracks = columns.map((id, at) => {
      const width = id === 'name' ? 'var(--first)' : `var(--width-${id})`
      const share = widths[id] === undefined ? shares[id] : undefined
      return share || at === columns.length - 1 ? `minmax(${width}, ${share ?? 1}fr)` : width
    })
    table.current?.style.setProperty('--columns', tracks.join(' '))
  })
}

function remembered(): Widths {
  const kept = (browserStorage.read(place) ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    columnIds.flatMap((id) => {
      const width = kept[id]
      return typeof width === 'number' && width >= interfaceLimits.columnWidthMin ? [[id, width]] : []
    }),
  )
}
