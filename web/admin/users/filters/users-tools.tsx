import { useId, useState } from 'react'
import { adminWords } from '#words/admin/admin.ts'
import { ColumnChoice } from '../columns/column-choice.tsx'
import { DisclosureChip } from './disclosure-chip.tsx'
import type { ShownColumns } from '../columns/use-shown-columns.ts'
import { SavedViews } from './saved-views.tsx'
import { UsersFilters, type Facets } from './users-filters.tsx'
import { UsersMoreFilters } from './users-more-filters.tsx'
import { toggled, type ChangeCriteria, type Criteria } from '../users-place.ts'
import { UsersSearch } from './users-search.tsx'

type UsersToolsProps = {
  criteria: Criteria
  onChange: ChangeCriteria
  facets: Facets | undefined
  /** The server's message about the search. */
  searchError: string | null
  columns: ShownColumns
}

/**
 * Renders search, filters and columns. On a narrow screen everything but the search is behind one button, so that the
 * table stays in view.
 */
export function UsersTools({ criteria, onChange, facets, searchError, columns }: UsersToolsProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const on = criteria.filters.length + Object.keys(criteria.values).length
  return (
    <div className="users-tools">
      <UsersSearch value={criteria.search} onSearch={(search) => onChange(() => ({ search }))} error={searchError} />
      <div className="users-tools__toggle">
        <DisclosureChip
          label={adminWords.list.filters}
          count={on}
          changed={on > 0}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        />
      </div>
      <div id={id} className="users-tools__filters" data-open={open || undefined}>
        <div className="chips">
          <UsersMoreFilters criteria={criteria} onChange={onChange} />
          <ColumnChoice shown={columns} />
          <SavedViews criteria={criteria} />
        </div>
        <div className="users-tools__kinds">
          <UsersFilters chosen={criteria.filters} facets={facets} onToggle={(id) => onChange(toggled(id))} />
        </div>
      </div>
    </div>
  )
}
