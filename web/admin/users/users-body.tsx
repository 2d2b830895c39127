import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { maxSelected } from '../../../domain/subscription/subscription-list.ts'
import type { AdminRow } from '../acts/rows.ts'
import { useLocation } from '../../client/location.tsx'
import { spotFor } from '../lists/grid-keys.ts'
import { useListPages, type ListPages } from '../lists/use-list-pages.ts'
import { keyOfRow, type Selection, type View } from './bulk/selection.ts'
import { UserRow } from './user-row.tsx'
import { focusSearch } from './filters/users-search.tsx'
import { addressOf, readAddress, type ColumnId, type Criteria, type Position } from './users-place.ts'

/**
 * The height, in pixels, of the part of the list that the server renders, and that shows until the frame is measured.
 */
const firstHeight = 480
/** Rows requested before they come into view. */
const ahead = 40
/**
 * How long, in ms, the list has to be still before its position is written to the URL. Browsers accept a hundred such
 * changes in half a minute.
 */
const noteAfter = 300

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
  onFault: (fault: Fault | null) => void
}

export type RowMenu = { index: number; row: AdminRow; at: { left: number; top: number } }
export type Fault = { error: unknown; retry: () => void }
type Active = { row: number; column: ColumnId }

/** Renders the rows around those in view, with their keys and their menu. */
export function UsersBody(props: UsersBodyProps) {
  const { frame, rowHeight, criteria, start, menuRow, selection, onView, columns, onMenu, onFault } = props
  const pages = useListPages(criteria, start)
  const { origin, end, epoch } = pages
  const [chosen, setActive] = useState<Active>({ row: start.row, column: 'name' })
  const active: Active = columns.includes(chosen.column) ? chosen : { ...chosen, column: 'name' }
  const takesFocus = useRef(false)
  const body = useRef<HTMLTableSectionElement>(null)

  const virtualizer = useVirtualizer({
    count: end - origin,
    getScrollElement: () => frame,
    estimateSize: () => rowHeight,
    initialRect: { width: 0, height: firstHeight },
    overscan: 12,
    useFlushSync: false,
    initialOffset: (start.row - origin) * rowHeight,
    // The focused row stays in the page, so that the focus is not lost when the row is scrolled away.
    rangeExtractor(range) {
      const at = active.row - origin
      const inside = at >= 0 && at < range.count
      return [...new Set([...defaultRangeExtractor(range), ...(inside ? [at] : [])])].toSorted((one, two) => one - two)
    },
  })

  const first = (virtualizer.range?.startIndex ?? 0) + origin
  const last = (virtualizer.range?.endIndex ?? 0) + origin
  useEffect(() => {
    if (virtualizer.range) pages.look(Math.max(0, first - ahead), Math.min(end - 1, last + ahead))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- announced again when something else is in view
  }, [first, last, end])

  const shown = useRef({ epoch, origin })
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { epoch, origin }
    if (!frame) return
    if (before.epoch !== epoch) {
      frame.scrollTop = 0
      setActive((was) => ({ ...was, row: 0 }))
    } else if (before.origin !== origin) frame.scrollTop += (before.origin - origin) * rowHeight
  }, [epoch, origin, frame, rowHeight])

  const told = useRef('')
  const isSelecting = selection.rows.length > 0
  useEffect(() => {
    if (!isSelecting || !frame) return
    const view = viewOf(pages, frame, rowHeight)
    const key = [view.whole, ...view.rows.map(keyOfRow)].join()
    if (key === told.current) return
    told.current = key
    onView(view)
  })

  const { error, retry } = pages
  useEffect(() => {
    onFault(error === null ? null : { error, retry })
    return () => onFault(null)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- said once for each fault
  }, [error])

  useNotedPosition(criteria, { row: first, page: pages.placeOf(first) ?? {} })

  useLayoutEffect(() => {
    if (!takesFocus.current) return
    const cell = body.current?.querySelector<HTMLElement>(
      `[data-row="${active.row}"] > [data-column="${active.column}"]`,
    )
    if (!cell) return
    takesFocus.current = false
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  function press(event: KeyboardEvent) {
    const { target } = event
    if (!(target instanceof HTMLElement)) return
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      const { left, bottom } = target.getBoundingClientRect()
      return openMenu(target, { left: Math.max(left, 0) + 12, top: bottom })
    }
    if (event.key === 'Enter' && target.matches('td')) return follow(target, event)
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (plain && event.key === ' ' && target.matches('td')) {
      event.preventDefault()
      const row = pages.rowAt(active.row)
      return row && selection.toggle(row)
    }
    if (plain && (event.key === '/' || event.key === 'Escape')) {
      event.preventDefault()
      return focusSearch()
    }
    const size = { firstRow: origin, endRow: end, columns: columns.length, perPage: Math.max(1, last - first - 1) }
    const spot = spotFor(event, { row: active.row, column: columns.indexOf(active.column) }, size)
    if (!spot) return undefined
    event.preventDefault()
    if (event.ctrlKey && event.key === 'Home' && origin > 0) pages.toTop()
    takesFocus.current = true
    return setActive({ row: spot.row, column: columns[spot.column] ?? 'name' })
  }

  function openMenu(target: Element, at: RowMenu['at']) {
    const index = Number(target.closest<HTMLElement>('[data-row]')?.dataset['row'])
    const row = pages.rowAt(index)
    if (row) onMenu({ index, row, at })
  }

  /** The row selected last: with Shift, everything from there on is selected. */
  const selectedLast = useRef<number | null>(null)

  function select(box: Element, range: boolean) {
    const index = Number(box.closest<HTMLElement>('[data-row]')?.dataset['row'])
    const from = selectedLast.current ?? index
    selectedLast.current = index
    const row = pages.rowAt(index)
    if (!row) return undefined
    if (!range || selection.has(row)) return selection.toggle(row)
    const [first, final] = [Math.min(from, index), Math.max(from, index)]
    const between = Array.from({ length: Math.min(final - first + 1, maxSelected) }, (_, at) => pages.rowAt(first + at))
    return selection.add(between.filter((one) => one !== undefined))
  }

  function rightPressed(event: MouseEvent) {
    if (!(event.target instanceof Element)) return
    event.preventDefault()
    event.target.closest('td')?.focus({ preventScroll: true })
    openMenu(event.target, { left: event.clientX, top: event.clientY })
  }

  function pressed({ target, shiftKey }: MouseEvent) {
    if (target instanceof Element && target.matches('.user-name__select')) return select(target, shiftKey)
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
          row={pages.rowAt(index + origin)}
          start={frame ? pixels : null}
          activeColumn={active.row === index + origin ? active.column : null}
          menuOpen={menuRow === index + origin}
          columns={columns}
          selected={isSelected(pages.rowAt(index + origin))}
        />
      ))}
    </tbody>
  )
}

/**
 * Returns the rows of which at least half is in view, or all rows if their number does not exceed the maximum
 * selection.
 */
function viewOf({ origin, end, length, rowAt }: ListPages, frame: HTMLElement, rowHeight: number): View {
  const head = frame.querySelector('thead')?.offsetHeight ?? 0
  const first = origin + Math.round(frame.scrollTop / rowHeight)
  const beyond = origin + Math.round((frame.scrollTop + frame.clientHeight - head) / rowHeight)
  const rowsFrom = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, at) => rowAt(from + at)).filter((row) => row !== undefined)
  if (length !== null && length <= maxSelected) {
    const rows = rowsFrom(0, length)
    if (rows.length === length) return { rows, whole: true }
  }
  return { rows: rowsFrom(first, Math.min(beyond, end)), whole: false }
}

/** Enter follows the row's link as a click would; with Ctrl it opens another tab. */
function follow(cell: HTMLElement, { ctrlKey, metaKey }: KeyboardEvent): void {
  const click = new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey })
  cell.parentElement?.querySelector('a')?.dispatchEvent(click)
}

/**
 * Writes the position of the list into the URL, so that Back and a shared link return to it, without adding an entry to
 * the history.
 */
function useNotedPosition(criteria: Criteria, position: Position): void {
  const { pathname } = useLocation()
  const address = addressOf(pathname, criteria, position)
  const key = addressOf('', criteria)
  useEffect(() => {
    const write = () => {
      const { pathname: path, search } = window.location
      // While other rows are loading, the URL already contains their criteria.
      const same = path === pathname && addressOf('', readAddress(search).criteria) === key
      if (same) window.history.replaceState(null, '', address)
    }
    const note = setTimeout(write, noteAfter)
    // After a link was followed, Back returns to this position.
    document.addEventListener('click', write, true)
    return () => {
      clearTimeout(note)
      document.removeEventListener('click', write, true)
    }
  }, [address, key, pathname])
}
