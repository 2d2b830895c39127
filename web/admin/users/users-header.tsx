import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { interfaceLimits } from '../../../domain/limits.ts'
import { adminWords } from '#words/admin/admin.ts'
import { AdminIcon } from '../admin-icon.tsx'
import { columnNames, isSort, type ColumnId, type Criteria, type SortId } from './users-place.ts'

const t = adminWords.list
export const widest = 800
const step = 10

type UsersHeaderProps = {
  widthOf: (id: ColumnId) => number
  columns: readonly ColumnId[]
  sorted: { id: ColumnId; order: Criteria['order'] } | null
  onSort: (id: SortId) => void
  /** Pixels; null for the initial width. */
  onWidth: (id: ColumnId, width: number | null) => void
  /** Moves the focus from the header down into the rows. */
  onDown: () => void
}

/** The row of headers is one Tab stop, and the arrow keys move along it; the next stop is the width of that column. */
export function UsersHeader({ widthOf, columns, sorted, onSort, onWidth, onDown }: UsersHeaderProps) {
  const [chosen, setCurrent] = useState<ColumnId>('name')
  const current = columns.includes(chosen) ? chosen : 'name'

  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const at = columns.indexOf(current)
    const last = columns.length - 1
    const to = { ArrowRight: Math.min(at + 1, last), ArrowLeft: Math.max(at - 1, 0), Home: 0, End: last }
    if (event.key === 'ArrowDown') onDown()
    else if (event.key in to) focusSort(event.currentTarget, columns[to[event.key as keyof typeof to]])
    else return
    event.preventDefault()
  }

  return (
    <tr aria-rowindex={1}>
      {columns.map((id, at) => {
        const order = sorted?.id === id ? sorted.order : null
        return (
          <th
            key={id}
            scope="col"
            aria-colindex={at + 1}
            aria-sort={
              isSort(id) ? (order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending') : undefined
            }
            aria-labelledby={`column-${id}`}
          >
            <button
              type="button"
              className="column-sort"
              data-sort={id}
              tabIndex={current === id ? 0 : -1}
              aria-disabled={isSort(id) ? undefined : true}
              onClick={() => isSort(id) && onSort(id)}
              onFocus={() => setCurrent(id)}
              onKeyDown={press}
            >
              <span className="cut" id={`column-${id}`}>
                {columnNames[id]}
              </span>
              {order && <AdminIcon name={order === 'asc' ? 'arrow-up' : 'arrow-down'} />}
            </button>
            <WidthHandle width={widthOf(id)} id={id} reachable={current === id} onWidth={onWidth} />
          </th>
        )
      })}
    </tr>
  )
}

function focusSort(from: HTMLElement, id: ColumnId | undefined): void {
  const button = from.closest('tr')?.querySelector<HTMLElement>(`[data-sort="${id}"]`)
  button?.focus({ preventScroll: true })
  button?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

type WidthHandleProps = Pick<UsersHeaderProps, 'onWidth'> & {
  width: number
  id: ColumnId
  reachable: boolean
}

/** A column may be wider than its stored width if there was space. */
const shownWidth = ({ currentTarget }: { currentTarget: Element }) =>
  Math.round(currentTarget.parentElement?.getBoundingClientRect().width ?? 0)

/** Changes a column's width when dragged, or by the arrow keys; a double click or Enter restores the initial width. */
function WidthHandle({ width, id, reachable, onWidth }: WidthHandleProps) {
  /** The position of the pointer and the width of the column at the start of the drag. */
  const [drag, setDrag] = useState<{ x: number; width: number } | null>(null)

  function begin(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ x: event.clientX, width: shownWidth(event) })
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    const by = event.shiftKey ? step * 5 : step
    const shown = shownWidth(event)
    const to = { ArrowRight: shown + by, ArrowLeft: shown - by, Home: interfaceLimits.columnWidthMin, End: widest }
    if (event.key === 'Enter') onWidth(id, null)
    else if (event.key in to) onWidth(id, to[event.key as keyof typeof to])
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      role="separator"
      className="width-handle"
      aria-orientation="vertical"
      aria-label={t.resize(columnNames[id])}
      aria-valuenow={width}
      aria-valuemin={interfaceLimits.columnWidthMin}
      aria-valuemax={widest}
      aria-valuetext={t.width(width)}
      tabIndex={reachable ? 0 : -1}
      data-drawn={drag !== null || undefined}
      onPointerDown={begin}
      onPointerMove={(event) => drag && onWidth(id, Math.round(drag.width + event.clientX - drag.x))}
      onLostPointerCapture={() => setDrag(null)}
      onDoubleClick={() => onWidth(id, null)}
      onKeyDown={press}
    />
  )
}
