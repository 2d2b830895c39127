import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { interfaceLimits } from '../../../domain/limits.ts'
import { paths } from '../../../contract/screens.ts'
import { actWords } from '#words/admin/people/acts.ts'
import { adminWords } from '#words/admin/admin.ts'
import { messageOf } from '../../client/api.ts'
import { useActsOf } from '../use-role.ts'
import { acts, type SubscriptionAct } from '../../../domain/subscription/acts.ts'
import { fullName, type AdminRow } from '../acts/rows.ts'
import type { SubscriptionActs } from '../acts/subscription-acts.tsx'
import { Button } from '../../ui/button.tsx'
import { CellTips } from '../../ui/overlays/cell-tips.tsx'
import { ContextMenu, type ContextMenuItem } from '../../ui/overlays/context-menu.tsx'
import { AdminIcon, type AdminIconName } from '../admin-icon.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { useColumnsOf, useColumnWidths, useWidthsOf } from './columns/use-column-widths.ts'
import type { Selection, View } from './bulk/selection.ts'
import { UsersBody, type LoadFault, type RowMenu } from './users-body.tsx'
import { initialWidths } from './columns/users-columns.tsx'
import { UsersHeader, widest } from './users-header.tsx'
import type { ColumnId, Criteria, Position, SortId } from './users-place.ts'

const t = adminWords.list
const narrowest = interfaceLimits.columnWidthMin
/** The height of a row in pixels, and its height with larger fonts. */
const defaultRowHeight = 40
const rowHeightNow = () =>
  (defaultRowHeight / 16) * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

type UsersTableProps = {
  /** The criteria of the rows shown; null until the first rows arrive. */
  criteria: Criteria | null
  start: Position
  sorted: Pick<Criteria, 'sort' | 'order'>
  onSort: (sort: SortId, order: Criteria['order']) => void
  /** How many rows there are; null while the exact number is unknown. */
  total: number | null
  /** Other rows are loading. */
  busy: boolean
  /** Whether the rows are those of the previous query. */
  former: boolean
  begin: SubscriptionActs['begin']
  selection: Selection
  onView: (view: View) => void
  /** The columns that are shown. */
  columns: readonly ColumnId[]
  /** Shown in place of rows: why there are none. */
  instead: ReactNode
}

export function UsersTable(props: UsersTableProps) {
  const actsOf = useActsOf()
  const { criteria, start, sorted, onSort, total, busy, former, begin, selection, onView, columns, instead } = props
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [rowHeight, setRowHeight] = useState(defaultRowHeight)
  const element = useRef<HTMLTableElement>(null)
  const [menu, setMenu] = useState<RowMenu | null>(null)
  const [fault, setFault] = useState<LoadFault | null>(null)
  const [widths, setWidths] = useColumnWidths()
  const { sort, order } = sorted

  const widthOf = (id: ColumnId) => widths[id] ?? initialWidths[id]
  useColumnsOf(element, columns, widths)
  useWidthsOf(element, widthOf)

  // oxlint-disable-next-line react/set-state-in-effect -- the server cannot measure the font; the size is applied before the first paint
  useLayoutEffect(() => setRowHeight(rowHeightNow()), [])

  // Removed only with the whole list: while another page is loading this one may be hidden, and keeps its scroll
  // position.
  const keepFrame = useCallback((element: HTMLElement | null) => {
    if (element) setFrame(element)
  }, [])

  function setWidth(id: ColumnId, width: number | null) {
    const within = width === null ? {} : { [id]: Math.max(narrowest, Math.min(widest, width)) }
    // Earlier columns keep their width, so that the dragged edge stays under the pointer.
    const heads = [...(element.current?.querySelectorAll<HTMLElement>('thead th') ?? [])]
    const before = columns.slice(0, columns.indexOf(id)).map((one, at) => [one, heads[at]?.offsetWidth] as const)
    setWidths(({ ...others }) => {
      delete others[id]
      return width === null ? others : { ...Object.fromEntries(before), ...others, ...within }
    })
  }

  return (
    <div className="users-frame" ref={keepFrame} data-former={former || undefined}>
      <table
        ref={element}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA's own pattern: a table whose cells are walked through
        role="grid"
        className="users-table"
        aria-label={t.table}
        aria-multiselectable
        aria-busy={busy || criteria === null}
        aria-rowcount={total === null ? -1 : total + 1}
        aria-colcount={columns.length}
      >
        <thead>
          <UsersHeader
            widthOf={widthOf}
            columns={columns}
            sorted={sort === null ? null : { id: sort, order }}
            onSort={(id) => onSort(id, sort === id && order === 'asc' ? 'desc' : 'asc')}
            onWidth={setWidth}
            onDown={() => frame?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus()}
          />
        </thead>
        {instead ? null : criteria ? (
          <UsersBody
            key={rowHeight}
            rowHeight={rowHeight}
            frame={frame}
            criteria={criteria}
            start={start}
            menuRow={menu?.index ?? null}
            selection={selection}
            onView={onView}
            columns={columns}
            onMenu={setMenu}
            onFault={setFault}
          />
        ) : (
          <SkeletonRows columns={columns} />
        )}
      </table>
      {instead && <div className="users-frame__instead">{instead}</div>}
      {fault && (
        <div className="users-frame__fault" role="alert">
          <p>{messageOf(fault.error, t.failed)}</p>
          <Button variant="quiet" size="small" onClick={fault.retry}>
            {t.retry}
          </Button>
        </div>
      )}
      {menu && (
        <ContextMenu
          label={t.actions(fullName(menu.row.subscriber))}
          at={menu.at}
          {...menuOf(menu.row, begin, actsOf)}
          onClose={() => setMenu(null)}
        />
      )}
      {frame && <CellTips frame={frame} />}
    </div>
  )
}

function SkeletonRows({ columns }: { columns: readonly ColumnId[] }) {
  return (
    <tbody>
      {Array.from({ length: interfaceLimits.skeletonRows }, (_, row) => (
        <tr key={`row ${row}`} aria-rowindex={row + 2}>
          {columns.map((id, at) => (
            <td key={id} aria-colindex={at + 1}>
              <Skeleton width={at % 3 === 2 ? 'medium' : 'full'} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

const icons: Record<SubscriptionAct, AdminIconName> = {
  extend: 'calendar',
  'change-plan': 'arrow-up',
  'stop-renewal': 'blocked',
  'resume-renewal': 'clock',
  cancel: 'blocked',
  undo: 'check-circle',
  refund: 'refund',
  comment: 'comment',
}

function menuOf(
  row: AdminRow,
  begin: SubscriptionActs['begin'],
  actsOf: ReturnType<typeof useActsOf>,
): { items: ContextMenuItem[]; note?: string | undefined } {
  const view: ContextMenuItem = {
    label: adminWords.view,
    icon: <AdminIcon name="user" />,
    href: paths.userDetails(row.subscriber.id),
  }
  // A subscriber without a subscription can only be viewed.
  if (row.id === null) return { items: [view] }
  const { acts: offered, note } = actsOf(row)
  const items = offered.map((act) => ({
    label: actWords[act].action,
    icon: <AdminIcon name={icons[act]} />,
    dangerous: acts[act].dangerous,
    onSelect: () => begin(act, row),
  }))
  return { items: [view, ...items], note }
}
