import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { listLimits } from '../../../domain/limits.ts'
import { paths } from '../../../contract/screens.ts'
import { adminWords } from '#words/admin/admin.ts'
import { ApiError, messageOf } from '../../client/api.ts'
import { callQuery } from '../../client/queries.ts'
import { useSubscriptionActs } from '../acts/subscription-acts.tsx'
import { useLocation } from '../../client/location.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ExportLink, useConfirmFirst } from '../confirm-first.tsx'
import { pageQuery } from '../lists/use-list-pages.ts'
import { useShownColumns } from './columns/use-shown-columns.ts'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { useSelection, type View } from './bulk/selection.ts'
import { countOf, isKind, type Facets } from './filters/users-filters.tsx'
import { addressOf, criteriaQuery, readAddress, top, type Criteria } from './users-place.ts'
import { UsersTools } from './filters/users-tools.tsx'
import { deniedNote, useIsAdministrator } from '../use-role.ts'
import { UsersTable } from './users-table.tsx'
import { OldLists } from '../screening/old-lists.tsx'
import { HelpLink } from '../help-link.tsx'
import { PageShortcuts } from '../page-shortcuts.tsx'
import { AnnouncedReceipt } from '../user/dialogs/erasure-receipt.tsx'

const t = adminWords.list

/** Lists every subscriber and subscription, with search, filters, sorting and actions. */
export function UsersScreen() {
  const isAdministrator = useIsAdministrator()
  const { pathname, search, go } = useLocation()
  const { criteria: wanted, position } = useMemo(() => readAddress(search), [search])
  const key = addressOf('', wanted)
  // Only the first request can start within the list; later ones start at its top.
  const [begun, setBegun] = useState({ key, position })
  const start = begun.key === key ? begun.position : top
  const arriving = useQuery(pageQuery(wanted, start.page))
  // A cursor that the server does not know is dropped.
  const astray = arriving.error instanceof ApiError ? arriving.error.status === 400 : arriving.data?.items.length === 0
  if (begun.position !== top && (start === top || astray)) setBegun({ key, position: top })

  // The former rows stay until the first new rows have arrived.
  const [shown, setShown] = useState<Criteria | null>(null)
  if (arriving.isSuccess && (shown === null || addressOf('', shown) !== key)) setShown(wanted)

  const facets = useFacets(wanted)
  const selection = useSelection(useConfirmFirst())
  const [view, setView] = useState<View>({ rows: [], whole: false })
  const shownColumns = useShownColumns()
  const acts = useSubscriptionActs({ onView: (row) => go(paths.userDetails(row.subscriber.id)) })
  // A search that waits for 300 ms is added to choices made since.
  const latest = useRef(wanted)
  useLayoutEffect(() => {
    latest.current = wanted
  }, [wanted])
  const change = useCallback(
    (changes: Partial<Criteria>) => {
      latest.current = { ...latest.current, ...changes }
      go(addressOf(pathname, latest.current), { replace: true })
    },
    [go, pathname],
  )

  const rows = facets && { count: countOf(facets, wanted.filters), exact: facets.exact }
  const refused = arriving.error ? messageOf(arriving.error, t.failed) : null
  const ofSearch = arriving.error instanceof ApiError && arriving.error.status === 400
  const narrowed = wanted.search !== '' || wanted.filters.length > 0 || Object.keys(wanted.values).length > 0
  const clear = () => change({ search: '', filters: [], values: {} })
  const empty = arriving.data?.items.length === 0 && start === top

  return (
    <div className="page page--wide users-page">
      <OldLists />
      <div className="users-bar">
        <h1>{adminWords.users}</h1>
        <p role="status" className="users-bar__total">
          {rows === undefined ? '' : t.total(rows.count, rows.exact)}
        </p>
        <div className="cluster">
          <PageShortcuts list="users" entry='.users-table__body td[tabindex="0"]' />
          <HelpLink chapter="finding-people" what={adminWords.users} />
          {isAdministrator ? (
            <>
              <ExportLink href={exportOf(criteriaQuery(wanted))}>
                <Icon name="download" />
                {t.export}
              </ExportLink>
              <ExportLink href={exportOf({ ...criteriaQuery(wanted), columns: 'all' })} aria-label={t.exportAllLabel}>
                {t.exportAll}
              </ExportLink>
            </>
          ) : (
            <p className="soft small">{deniedNote([t.export])}</p>
          )}
        </div>
      </div>
      <UsersTools
        criteria={wanted}
        onChange={change}
        facets={facets}
        searchError={ofSearch || shown !== null ? refused : null}
        columns={shownColumns}
      />
      <UsersTable
        criteria={shown}
        start={start}
        sorted={wanted}
        onSort={(sort, order) => change({ sort, order })}
        total={rows?.exact ? rows.count : null}
        busy={arriving.isFetching && !arriving.isSuccess}
        former={shown !== null && addressOf('', shown) !== key}
        begin={acts.begin}
        selection={selection}
        onView={setView}
        columns={shownColumns.columns}
        instead={
          refused !== null && shown === null ? (
            <Failed message={refused} onRetry={() => void arriving.refetch()} />
          ) : empty ? (
            <Empty onClear={narrowed ? clear : null} />
          ) : null
        }
      />
      <BulkBar selection={selection} view={view} criteria={shown} total={rows?.exact ? rows.count : null} />
      {acts.dialog}
      <AnnouncedReceipt />
    </div>
  )
}

const exportOf = (query: Record<string, string>) => `/api/v1/export/csv?${new URLSearchParams(query).toString()}`

/** Returns how many rows of each kind there are: first an upper bound, then the exact numbers if they exceed it. */
function useFacets(criteria: Criteria): Facets | undefined {
  const name = 'GET /api/v1/subscriptions/facets'
  const filters = criteria.filters.filter((one) => !isKind(one))
  const { limit: _, ...query } = { limit: '', ...criteriaQuery({ ...criteria, filters, sort: null }) }
  const input = { query: { ...query, limit: String(listLimits.countMost) } }
  const bound = useQuery({
    ...callQuery(name, input),
    placeholderData: keepPreviousData,
  })
  const whole = useQuery({
    ...callQuery(name, { query }),
    enabled: bound.data?.exact === false && !bound.isPlaceholderData,
  })
  return whole.data ?? bound.data
}

function Empty({ onClear }: { onClear: (() => void) | null }) {
  return (
    <>
      <p className="strong">{t.empty}</p>
      {onClear && (
        <>
          <p>{t.emptyHint}</p>
          <Button variant="quiet" size="small" onClick={onClear}>
            {t.clear}
          </Button>
        </>
      )}
    </>
  )
}

function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className="stack">
      <p className="strong">{t.failed}</p>
      {message === t.failed ? null : <p>{message}</p>}
      <Button variant="quiet" size="small" onClick={onRetry}>
        {t.retry}
      </Button>
    </div>
  )
}
