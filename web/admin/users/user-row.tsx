import { memo } from 'react'
import { paths } from '../../../contract/screens.ts'
import { adminWords as t } from '#words/admin/admin.ts'
import { bulkWords } from '#words/admin/people/bulk.ts'
import { fullName, type AdminRow } from '../acts/rows.ts'
import { AdminIcon } from '../admin-icon.tsx'
import { Link } from '../../ui/links/link.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { cells } from './columns/users-columns.tsx'
import type { ColumnId } from './users-place.ts'

type UserRowProps = {
  /** From 0. Screen readers count from 1, and the header is the first row. */
  index: number
  /** Undefined until the row has loaded. */
  row: AdminRow | undefined
  /** Pixels from the top of the body; null if rows are laid out in sequence. */
  start: number | null
  /** The column of the cell that Tab leads to, if it is in this row. */
  activeColumn: ColumnId | null
  menuOpen: boolean
  selected: boolean
  columns: readonly ColumnId[]
}

/** A row of the list. Its clicks bubble to the body, which handles them. */
export const UserRow = memo(function UserRow({
  index,
  row,
  start,
  activeColumn,
  menuOpen,
  selected,
  columns,
}: UserRowProps) {
  return (
    <tr
      aria-rowindex={index + 2}
      data-row={index}
      data-active={activeColumn !== null || undefined}
      data-menu={menuOpen || undefined}
      aria-selected={selected}
      style={start === null ? undefined : { transform: `translateY(${start}px)` }}
    >
      {columns.map((id, at) => (
        <td key={id} aria-colindex={at + 1} data-column={id} tabIndex={activeColumn === id ? 0 : -1}>
          {row ? (
            <Cell id={id} row={row} active={activeColumn !== null} menuOpen={menuOpen} selected={selected} />
          ) : (
            <Skeleton />
          )}
        </td>
      ))}
    </tr>
  )
})

type CellProps = { id: ColumnId; row: AdminRow; active: boolean; menuOpen: boolean; selected: boolean }

/** Does nothing: the click bubbles to the body. */
const unheard = () => {}

function Cell({ id, row, active, menuOpen, selected }: CellProps) {
  if (id !== 'name') return cells[id](row)
  const name = fullName(row.subscriber)
  return (
    <div className="user-name">
      <input
        type="checkbox"
        className="user-name__select"
        aria-label={bulkWords.select(name)}
        checked={selected}
        onChange={unheard}
        tabIndex={-1}
      />
      <Link className="cut" href={paths.userDetails(row.subscriber.id)} tabIndex={-1}>
        {name}
      </Link>
      <button
        type="button"
        className="icon-button user-name__menu"
        aria-label={t.list.actions(name)}
        aria-haspopup="menu"
        aria-expanded={menuOpen}
        tabIndex={active ? 0 : -1}
      >
        <AdminIcon name="more" />
      </button>
    </div>
  )
}
