import { useId, useState } from 'react'
import { adminWords } from '#words/admin/admin.ts'
import { DisclosureChip } from '../filters/disclosure-chip.tsx'
import type { ShownColumns } from './use-shown-columns.ts'
import { columnIds } from '../users-place.ts'

/** Which columns the table shows, behind a button. */
export function ColumnChoice({ shown: { columns, toggle } }: { shown: ShownColumns }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <DisclosureChip
        label={adminWords.list.columns}
        changed={columns.length < columnIds.length}
        open={open}
        controls={id}
        onToggle={() => setOpen(!open)}
      />
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
