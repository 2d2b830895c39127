import { useMemo } from 'react'
import { auditWords as t } from '#words/admin/audit.ts'
import { useLocation } from '../../client/location.tsx'
import { ExportLink } from '../confirm-first.tsx'
import { useAdminPages } from '../admin-pages.ts'
import { AdminEmpty, TableSkeleton } from '../admin-section.tsx'
import { Loaded } from '../loaded.tsx'
import { filtersAddress, readFilters } from './audit-filters.ts'
import { AuditSearch } from './audit-search.tsx'
import { AuditTable } from './audit-table.tsx'
import { ListEnd } from '../lists/list-end.tsx'
import { OldLists } from '../screening/old-lists.tsx'
import { deniedNote, useIsAdministrator } from '../use-role.ts'
import { HelpLink } from '../help-link.tsx'

/** Who did what to whom, and when. The URL contains the search, so that it can be shared and Back returns to it. */
export function AuditScreen() {
  const { pathname, search: address, go } = useLocation()
  const filters = useMemo(() => readFilters(address), [address])
  const query = useAdminPages('GET /api/v1/audit', { query: filters })
  const isAdministrator = useIsAdministrator()

  return (
    <div className="page page--wide admin-page">
      <OldLists />
      <div className="cluster cluster--apart">
        <div>
          <h1 className="heading-2" id="audit-heading">
            {t.heading}
          </h1>
          <p className="soft small">
            {t.lead} <HelpLink chapter="evidence-and-audit" what={t.heading} />
          </p>
        </div>
        {isAdministrator ? (
          <div className="cluster">
            <ExportLink href="/api/v1/export/retained-evidence">{t.exportRetained}</ExportLink>
            <ExportLink href={`/api/v1/export/audit?${new URLSearchParams(filters).toString()}`}>{t.export}</ExportLink>
          </div>
        ) : (
          <p className="soft small">{deniedNote([t.exportRetained, t.export])}</p>
        )}
      </div>
      <AuditSearch filters={filters} onSearch={(entered) => go(filtersAddress(pathname, entered))} />
      <Loaded query={query} waiting={<TableSkeleton />} empty={<AdminEmpty>{t.empty}</AdminEmpty>}>
        {(lines) => (
          <>
            <AuditTable lines={lines} labelledBy="audit-heading" />
            <ListEnd query={query} />
          </>
        )}
      </Loaded>
    </div>
  )
}
