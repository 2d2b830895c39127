import { adminWords } from '#words/admin/admin.ts'
import { Chip } from '../../chip.tsx'
import { PopoverChip } from '../filters/disclosure-chip.tsx'
import type { ShownColumns } from './use-shown-columns.ts'
import { columnIds, columnNames, sortIds } from '../users-place.ts'

/** Chooses the columns of the table, behind a button. */
export function ColumnChoice({ shown: { columns, toggle } }: { shown: ShownColumns }) {
  return (
    <PopoverChip label={adminWords.list.columns} changed={columns.join() !== sortIds.join()}>
      <div className="chips">
        {columnIds
          .filter((one) => one !== 'name')
          .map((one) => (
            <Chip key={one} on={columns.includes(one)} onPress={() => toggle(one)}>
              {columnNames[one]}
            </Chip>
          ))}
      </div>
    </PopoverChip>
  )
}
