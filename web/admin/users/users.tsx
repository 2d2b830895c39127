import { useMemo, useState } from 'react'
import { paths } from '../../../contract/screens.ts'
import { adminWords } from '#words/admin/admin.ts'
import { ApiError, messageOf } from '../../client/api.ts'
import { useSubscriptionActs } from '../acts/subscription-acts.tsx'
import { useLocation } from '../../client/location.tsx'
import { useFailure } from '../../client/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyScreen } from '../../ui/loading/lazy-screen.tsx'
import { useLoading } from '../../ui/loading/use-loading.ts'
import { ExportLink, useConfirmFirst } from '../confirm-first.tsx'
import { useShownColumns } from './columns/use-shown-columns.ts'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { useSelection, type View } from './bulk/selection.ts'
import { countOf } from './filters/users-filters.tsx'
import { useCriteriaChange, useFacets, useFirstRows } from './use-users-list.ts'
import { criteriaQuery, listEntry, readUsersPlace, top, type Criteria } from './users-place.ts'
import { UsersTools } from './filters/users-tools.tsx'
import { deniedNote, useIsAdministrator } from '../use-role.ts'
import { UsersTable } from './users-table.tsx'
import { OldLists } from '../screening/old-lists.tsx'
import { HelpLink } from '../help-link.tsx'
import { PageShortcuts } from '../page-shortcuts.tsx'
import { AnnouncedReceipt } from '../user/dialogs/erasure-receipt.tsx'

const t = adminWords.list
/** In a file of its own, because only a new shop shows it. */
const firstSteps = lazyScreen(
  'web/admin/users/first-steps.tsx',
  async () => (await import('./first-steps.tsx')).FirstSteps,
)

/** Lists every subscriber and subscription, with search, filters, sorting and actions. */
export function UsersScreen() {
  const { search, go } = useLocation()
  const { criteria: wanted, position } = useMemo(() => readUsersPlace(search), [search])
  const { arriving, start, shown, isFormer } = useFirstRows(wanted, position)
  const facets = useFacets(wanted)
  const selection = useSelection(useConfirmFirst())
  const [view, setView] = useState<View>({ rows: [], whole: false })
  const shownColumns = useShownColumns()
  const acts = useSubscriptionActs({ onView: (row) => go(paths.userDetails(row.subscriber.id)) })
  const change = useCriteriaChange()
  const rows = facets && { count: countOf(facets, wanted.filters), exact: facets.exact }
  const refused = arriving.error ? messageOf(arriving.error, t.failed) : null
  const failure = useFailure(arriving)
  const ofSearch = arriving.error instanceof ApiError && arriving.error.status === 400
  const narrowed = wanted.search !== '' || wanted.filters.length > 0 || Object.keys(wanted.values).length > 0
  const clear = () => change(() => ({ search: '', filters: [], values: {} }))
  const empty = arriving.data?.items.length === 0 && start === top

  return (
    <div className="page page--wide users-page">
      <OldLists />
      <UsersBar criteria={wanted} total={rows && t.total(rows.count, rows.exact)} />
      <p className="users-printed small">{t.printed}</p>
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
        onSort={(sort, order) => change(() => ({ sort, order }))}
        total={rows?.exact ? rows.count : null}
        busy={arriving.isFetching && !arriving.isSuccess}
        former={isFormer}
        begin={acts.begin}
        selection={selection}
        onView={setView}
        columns={shownColumns.columns}
        instead={
          failure !== null && shown === null ? (
            <Failed
              message={messageOf(failure, t.failed)}
              busy={arriving.isFetching}
              onRetry={() => void arriving.refetch()}
            />
          ) : empty ? (
            <Empty onClear={narrowed ? clear : null} />
          ) : null
        }
      />
      <BulkBar
        selection={selection}
        view={empty ? { rows: [], whole: true } : view}
        criteria={shown}
        total={rows?.exact ? rows.count : null}
      />
      {acts.dialog}
      <AnnouncedReceipt />
    </div>
  )
}

/** The heading, the number of rows, and what can be done with the list. */
function UsersBar({ criteria, total }: { criteria: Criteria; total: string | undefined }) {
  const isAdministrator = useIsAdministrator()
  return (
    <div className="users-bar">
      <h1>{adminWords.users}</h1>
      <p role="status" className="users-bar__total">
        {total ?? ''}
      </p>
      <div className="cluster">
        <PageShortcuts list="users" entry={listEntry} />
        <HelpLink chapter="finding-people" what={adminWords.users} />
        {isAdministrator ? (
          <>
            <ExportLink href={exportOf(criteriaQuery(criteria))}>
              <Icon name="download" />
              {t.export}
            </ExportLink>
            <ExportLink href={exportOf({ ...criteriaQuery(criteria), columns: 'all' })} aria-label={t.exportAllLabel}>
              {t.exportAll}
            </ExportLink>
          </>
        ) : (
          <p className="soft small">{deniedNote([t.export])}</p>
        )}
      </div>
    </div>
  )
}

const exportOf = (query: Record<string, string>) => `/api/v1/export/csv?${new URLSearchParams(query).toString()}`

function FirstSteps() {
  return useLoading(firstSteps) === 'ready' ? <firstSteps.Screen /> : null
}

function Empty({ onClear }: { onClear: (() => void) | null }) {
  return (
    <>
      <p className="strong">{t.empty}</p>
      {onClear ? (
        <>
          <p>{t.emptyHint}</p>
          <Button variant="quiet" size="small" onClick={onClear}>
            {t.clear}
          </Button>
        </>
      ) : (
        <FirstSteps />
      )}
    </>
  )
}

function Failed({ message, busy, onRetry }: { message: string; busy: boolean; onRetry: () => void }) {
  return (
    <div role="alert" className="stack">
      <p className="strong">{t.failed}</p>
      {message === t.failed ? null : <p>{message}</p>}
      <Button variant="quiet" size="small" busy={busy} onClick={onRetry}>
        {t.retry}
      </Button>
    </div>
  )
}
