import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import type { AdminRow } from '../acts/rows.ts'
import { spotFor } from '../lists/grid-keys.ts'
import { useListPages, type ListPages } from '../lists/use-list-pages.ts'
import type { Selection, View } from './bulk/selection.ts'
import { useReportedView, useRowSelection } from './bulk/use-view-selection.ts'
import { UserRow } from './user-row.tsx'
import { focusSearch } from './filters/users-search.tsx'
import { rowActOf } from './row-keys.ts'
import { useActiveCell } from './use-active-cell.ts'
import { useNotedPosition } from './use-noted-position.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import type { ColumnId, Criteria, Position } from './users-place.ts'

type UsersBodyProps = {
  /**
   * The scrolling element; null until it is in the document. It is null on the server, whose pages have no inline
   * styles.
   */
  frame: HTMLElement | null
  /** In pixels. A different height needs a new body. */
  rowHeight: number
  criteria: Criteria
  start: Position
  /** The number of the row whose menu is open. */
  menuRow: number | null
  selection: Selection
  /** Called as the list is scrolled, while rows are selected. */
  onView: (view: View) => void
  columns: readonly ColumnId[]
  onMenu: (menu: RowMenu) => void
  /** Reports a page that could not be loaded; null when none is missing any longer. */
  onFault: (fault: LoadFault | null) => void
}

export type RowMenu = { index: number; row: AdminRow; at: { left: number; top: number } }
export type LoadFault = { error: unknown; retry: () => void }

/** Renders the rows around those in view, with their keys and their menu. */
export function UsersBody(props: UsersBodyProps) {
  const { frame, rowHeight, criteria, start, menuRow, selection, onView, columns, onMenu, onFault } = props
  const pages = useListPages(criteria, start)
  const { origin, end, rowAt } = pages
  const body = useRef<HTMLTableSectionElement>(null)
  const { active, setActive, moveTo, focusMoved } = useActiveCell(body, columns, start.row)
  const { virtualizer, first, last } = useVirtualRows({
    pages,
    frame,
    rowHeight,
    firstRow: start.row,
    activeRow: active.row,
    onRestart: () => setActive((was) => ({ ...was, row: 0 })),
  })
  useReportedView({ isSelecting: selection.rows.length > 0, pages, frame, rowHeight, onView })
  useReportedFault(pages, onFault)
  useNotedPosition(criteria, { row: first, page: pages.placeOf(first) ?? {} })
  useLayoutEffect(focusMoved)
  const select = useRowSelection(selection, rowAt)

  function openMenu(target: Element, at: RowMenu['at']) {
    const index = rowOf(target)
    const row = rowAt(index)
    if (row) onMenu({ index, row, at })
  }

  function press(event: KeyboardEvent) {
    const { target } = event
    if (!(target instanceof HTMLElement)) return undefined
    const act = rowActOf(event, target.matches('td'))
    if (act === 'follow') return follow(target, event)
    if (act) event.preventDefault()
    if (act === 'search') return focusSearch()
    if (act === 'menu') {
      const { left, bottom } = target.getBoundingClientRect()
      return openMenu(target, { left: Math.max(left, 0) + 12, top: bottom })
    }
    if (act === 'select') {
      const row = rowAt(active.row)
      return row && selection.toggle(row)
    }
    const size = { firstRow: origin, endRow: end, columns: columns.length, perPage: Math.max(1, last - first - 1) }
    const spot = spotFor(event, { row: active.row, column: columns.indexOf(active.column) }, size)
    if (!spot) return undefined
    event.preventDefault()
    if (event.ctrlKey && event.key === 'Home' && origin > 0) pages.toTop()
    return moveTo({ row: spot.row, column: columns[spot.column] ?? 'name' })
  }

  function rightPressed(event: MouseEvent) {
    if (!(event.target instanceof Element)) return
    event.preventDefault()
    event.target.closest('td')?.focus({ preventScroll: true })
    openMenu(event.target, { left: event.clientX, top: event.clientY })
  }

  function pressed({ target, shiftKey }: MouseEvent) {
    if (target instanceof Element && target.matches('.user-name__select')) return select(rowOf(target), shiftKey)
    const button = target instanceof Element ? target.closest('.user-name__menu') : null
    if (!button) return
    const { left, bottom } = button.getBoundingClientRect()
    openMenu(button, { left, top: bottom + 4 })
  }

  function focused({ target }: { target: EventTarget }) {
    const cell = target instanceof Element ? target.closest<HTMLElement>('td') : null
    const row = Number(cell?.parentElement?.dataset['row'])
    const column = columns.find((id) => id === cell?.dataset['column'])
    if (column && (row !== active.row || column !== active.column)) setActive({ row, column })
  }

  const isSelected = (row: AdminRow | undefined) => row !== undefined && selection.has(row)

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens to what its cells let rise
    <tbody
      ref={body}
      className="users-table__body"
      style={frame ? { blockSize: `${virtualizer.getTotalSize()}px` } : undefined}
      onKeyDown={press}
      onContextMenu={rightPressed}
      onClick={pressed}
      onFocus={focused}
    >
      {virtualizer.getVirtualItems().map(({ index, start: pixels }) => (
        <UserRow
          key={index + origin}
          index={index + origin}
          row={rowAt(index + origin)}
          start={frame ? pixels : null}
          activeColumn={active.row === index + origin ? active.column : null}
          menuOpen={menuRow === index + origin}
          columns={columns}
          selected={isSelected(rowAt(index + origin))}
        />
      ))}
    </tbody>
  )
}

/** Reports a page that could not be loaded, once for each fault, and when none is missing any longer. */
function useReportedFault({ error, retry }: ListPages, onFault: UsersBodyProps['onFault']): void {
  useEffect(() => {
    onFault(error === null ? null : { error, retry })
    return () => onFault(null)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- said once for each fault
  }, [error])
}

/** Returns the number of the row that an element is in. */
const rowOf = (element: Element) => Number(element.closest<HTMLElement>('[data-row]')?.dataset['row'])

/** Enter follows the row's link as a click would; with Ctrl it opens another tab. */
function follow(cell: HTMLElement, { ctrlKey, metaKey }: KeyboardEvent): void {
  const click = new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey })
  cell.parentElement?.querySelector('a')?.dispatchEvent(click)
}
