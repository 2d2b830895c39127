import { useInfiniteQuery } from '@tanstack/react-query'
import type { Output } from '../../../contract/contract.ts'
import { paths } from '../../../contract/screens.ts'
import { subscriptionActs } from '../../../domain/subscription/acts.ts'
import { actWords } from '#words/admin/acts.ts'
import { auditWords as t } from '#words/admin/audit.ts'
import { reviewWords } from '#words/admin/reviews.ts'
import { utcMinute } from '../../../i18n/calendar-words.ts'
import { callPage } from '../../client/api.ts'
import { useLocation } from '../../client/location.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectBox } from '../../ui/select-box.tsx'
import { Link } from '../../ui/links/link.tsx'
import { ExportLink } from '../confirm-first.tsx'
import { AdminError, AdminEmpty, ScrollFrame, TableSkeleton } from '../admin-section.tsx'
import { whatOf } from './audit-change.ts'
import { ListEnd } from '../lists/list-end.tsx'
import { TableHead } from '../lists/table-head.tsx'
import { OldLists } from '../screening/old-lists.tsx'
import { deniedNote, useIsAdministrator } from '../use-role.ts'
import { HelpLink } from '../help-link.tsx'

const name = 'GET /api/v1/audit'
const filterNames = ['search', 'act', 'from', 'to'] as const
type Line = Output<typeof name>[number]

const actNames = new Map<string, string>([
  ...subscriptionActs.map((act) => [act, actWords[act].audit] as const),
  ...Object.entries(t.acts),
])

/** Who did what to whom, and when. The URL contains the search, so that it can be shared and Back returns to it. */
export function AuditScreen() {
  const { pathname, search: address, go } = useLocation()
  const given = new URLSearchParams(address)
  const narrowed = Object.fromEntries(
    filterNames.flatMap((key) => (given.get(key) ? [[key, given.get(key) ?? '']] : [])),
  ) as { [Name in (typeof filterNames)[number]]?: string }
  const query = useInfiniteQuery({
    queryKey: [name, 'pages', narrowed],
    queryFn: ({ pageParam }) =>
      callPage(name, { query: { ...narrowed, ...(pageParam === '' ? {} : { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const isAdministrator = useIsAdministrator()
  const { error, refetch, isFetching } = query
  const lines = query.data?.pages.flatMap(({ items }) => items)

  function narrow(form: HTMLFormElement) {
    const wanted = new URLSearchParams()
    for (const [key, value] of new FormData(form))
      if (typeof value === 'string' && value.trim()) wanted.set(key, value.trim())
    const text = wanted.toString()
    go(text === '' ? pathname : `${pathname}?${text}`)
  }

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
            <ExportLink href={`/api/v1/export/audit?${new URLSearchParams(narrowed).toString()}`}>
              {t.export}
            </ExportLink>
          </div>
        ) : (
          <p className="soft small">{deniedNote([t.exportRetained, t.export])}</p>
        )}
      </div>
      <form
        key={address}
        role="search"
        className="audit-search"
        onSubmit={(event) => {
          event.preventDefault()
          narrow(event.currentTarget)
        }}
      >
        <label className="small">
          {t.search}
          <input className="input" name="search" defaultValue={narrowed.search} maxLength={255} autoComplete="off" />
        </label>
        <label className="small">
          {t.act}
          <SelectBox
            name="act"
            defaultValue={narrowed.act ?? ''}
            onChange={(event) => event.currentTarget.form && narrow(event.currentTarget.form)}
          >
            <option value="">{t.allActs}</option>
            {[...actNames].map(([act, text]) => (
              <option key={act} value={act}>
                {text}
              </option>
            ))}
          </SelectBox>
        </label>
        {(['from', 'to'] as const).map((name) => (
          <label key={name} className="small">
            {{ from: t.since, to: t.until }[name]}
            <input
              className="input"
              type="date"
              name={name}
              defaultValue={narrowed[name]}
              min={name === 'to' ? narrowed.from : undefined}
              max="9999-12-31"
            />
          </label>
        ))}
        <Button type="submit" variant="quiet">
          {t.find}
        </Button>
      </form>
      {lines?.length === 0 ? (
        <AdminEmpty>{t.empty}</AdminEmpty>
      ) : lines ? (
        <>
          <ScrollFrame label="audit-heading">
            <table className="table table--stacked audit-table" aria-labelledby="audit-heading">
              <TableHead columns={[t.at, t.by, t.from, t.act, t.person, t.what, t.reason]} />
              <tbody>
                {lines.map((line) => (
                  <AuditRow key={keyOf(line)} {...line} />
                ))}
              </tbody>
            </table>
          </ScrollFrame>
          <ListEnd query={query} words={reviewWords} />
        </>
      ) : error ? (
        <AdminError error={error} retry={() => void refetch()} busy={isFetching} />
      ) : (
        <TableSkeleton />
      )}
    </div>
  )
}

const keyOf = ({ at, by, act, subscriberId, subscriptionId, account, erasure }: Line) =>
  [at, by, act, subscriberId, subscriptionId, account, erasure?.number].join(' ')

function AuditRow(line: Line) {
  const { at, by, address, act, subscriberId, email, accountEmail, comment } = line
  const what = whatOf(line)
  return (
    <tr>
      <td className="tabular">
        <time dateTime={at}>{utcMinute(at)}</time>
      </td>
      <td className="cut" title={by}>
        {t.authors.get(by) ?? by}
      </td>
      <td className="audit-from tabular">{address ?? t.none}</td>
      <td className="audit-act">{actNames.get(act) ?? act}</td>
      <td className={subscriberId || accountEmail ? 'cut' : 'audit-nothing'} title={email ?? accountEmail ?? undefined}>
        {subscriberId ? (
          <Link href={paths.userDetails(subscriberId)}>{email ?? subscriberId}</Link>
        ) : (
          (accountEmail ?? t.none)
        )}
      </td>
      <td className={what.length === 0 ? 'audit-nothing' : 'audit-what'}>
        {what.length === 0
          ? t.none
          : what.map((one) => (
              <span key={one} className="anywhere">
                {one}
              </span>
            ))}
      </td>
      <td className={comment ? 'audit-reason anywhere' : 'audit-nothing'}>{comment ?? t.none}</td>
    </tr>
  )
}
