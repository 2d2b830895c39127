import { useLayoutEffect, useMemo, useState } from 'react'
import { columnIds, type ColumnId } from '../users-place.ts'

const place = 'tillhouse.users.hidden'

export type ShownColumns = {
  columns: readonly ColumnId[]
  /** Shows a hidden column, hides a shown one. The name stays: it is the row's link and menu. */
  toggle: (id: ColumnId) => void
}

/** Which columns somebody wants to see, remembered in this browser: all unless they chose. */
export function useShownColumns(): ShownColumns {
  const [hidden, setHidden] = useState<readonly ColumnId[]>([])
  // oxlint-disable-next-line react/set-state-in-effect -- the server's page knows nothing of them: they go before the first paint
  useLayoutEffect(() => setHidden(remembered()), [])
  // The same while nothing is hidden or shown, so that no row is drawn anew.
  const columns = useMemo(() => columnIds.filter((id) => !hidden.includes(id)), [hidden])
  return {
    columns,
    toggle(id) {
      const next = hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]
      setHidden(next)
      try {
        localStorage.setItem(place, next.join(','))
      } catch {
        // A browser that keeps nothing shows them as they are for this visit.
      }
    },
  }
}

function remembered(): ColumnId[] {
  try {
    const kept = (localStorage.getItem(place) ?? '').split(',')
    return columnIds.filter((id) => id !== 'name' && kept.includes(id))
  } catch {
    return []
  }
}
