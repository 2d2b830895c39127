import { useId, useState } from 'react'
import { adminWords } from '#words/admin.ts'
import { Icon } from '../../ui/icon.tsx'
import type { ShownColumns } from './use-shown-columns.ts'
import { columnIds } from './users-place.ts'

/** Which columns the table shows, behind a button. */
export function ColumnChoice({ shown: { columns, toggle } }: { shown: ShownColumns }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="chip"
        aria-expanded={open}
        aria-controls={id}
        data-on={columns.length < columnIds.length || undefined}
        onClick={() => setOpen(!open)}
      >
        {adminWords.list.columns}
        <Icon name="chevron-down" />
      </button>
      <div
        id={id}
        className="users-more chips"
        role="group"
        aria-label={adminWords.list.columns}
        hidden={!open}
        data-wrap
      >
        {columnIds
          .filter((one) => one !== 'name')
          .map((one) => (
            <button
              key={one}
              type="button"
              className="chip"
              aria-pressed={columns.includes(one)}
              onClick={() => toggle(one)}
            >
              {adminWords.columns[one]}
            </button>
          ))}
      </div>
    </>
  )
}
