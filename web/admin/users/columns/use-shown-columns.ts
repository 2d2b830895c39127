import { useLayoutEffect, useMemo, useState } from 'react'
import { browserStorage } from '../../../client/storage.ts'
import { columnIds, isSort, type ColumnId } from '../users-place.ts'

const place = 'tillhouse.users.hidden'
const placeOfFurther = 'tillhouse.users.further'

type Chosen = { hidden: readonly ColumnId[]; further: readonly ColumnId[] }

export type ShownColumns = {
  columns: readonly ColumnId[]
  /** Shows a hidden column, or hides a shown one. The name cannot be hidden: it is the row's link and menu. */
  toggle: (id: ColumnId) => void
}

/** Returns the columns to show, stored in this browser; by default the specification's nine. */
export function useShownColumns(): ShownColumns {
  const [{ hidden, further }, setChosen] = useState<Chosen>({ hidden: [], further: [] })
  // oxlint-disable-next-line react/set-state-in-effect -- the server cannot read them; they are applied before the first paint
  useLayoutEffect(() => setChosen({ hidden: remembered(place), further: remembered(placeOfFurther) }), [])
  // Keeps its identity until a column is hidden or shown, so that no row is rendered again.
  const columns = useMemo(
    () => columnIds.filter((id) => (isSort(id) ? !hidden.includes(id) : further.includes(id))),
    [hidden, further],
  )
  return {
    columns,
    toggle(id) {
      const listed = isSort(id) ? hidden : further
      const next = listed.includes(id) ? listed.filter((one) => one !== id) : [...listed, id]
      setChosen(isSort(id) ? { hidden: next, further } : { hidden, further: next })
      browserStorage.write(isSort(id) ? place : placeOfFurther, next)
    },
  }
}

function remembered(place: string): ColumnId[] {
  const kept = (browserStorage.read(place) ?? []) as ColumnId[]
  return columnIds.filter((id) => id !== 'name' && kept.includes(id))
}
