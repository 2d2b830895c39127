import { dayOrText } from '../../../i18n/calendar-words.ts'
import { ExportLink } from '../confirm-first.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Output } from '../../../contract/contract.ts'
import { detailsWords } from '#words/admin/people/user.ts'
import { reviewWords } from '#words/admin/screening/reviews.ts'
import { screeningWords } from '#words/admin/screening/screening.ts'
import { callPage } from '../../client/api.ts'
import { AdminError, AdminEmpty, AdminSection, ScrollFrame, TableSkeleton } from '../admin-section.tsx'
import { ListEnd } from '../lists/list-end.tsx'
import { CellMoment } from '../moment.tsx'
import { ReviewReasons } from '../reviews/evidence/review-reasons.tsx'
import { deniedNote, useIsAdministrator } from '../use-role.ts'
import { ScreeningMark } from './user-facts.tsx'
import { TableHead } from '../lists/table-head.tsx'

const t = detailsWords.checks
const name = 'GET /api/v1/subscribers/{id}/checks'
type Check = Output<typeof name>[number]

/**
 * Lists every comparison of a person with lists, countries and domains, and every decision about the results, newest
 * first.
 */
export function UserChecks({ id }: { id: string }) {
  const query = useInfiniteQuery({
    queryKey: [name, 'pages', id],
    queryFn: ({ pageParam }) =>
      callPage(name, { path: { id }, ...(pageParam === '' ? {} : { query: { cursor: pageParam } }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const { error, refetch, isFetching, hasNextPage } = query
  const isAdministrator = useIsAdministrator()
  const data = query.data?.pages.flatMap(({ items }) => items)
  return (
    <AdminSection heading={t.heading} help="evidence-and-audit" count={hasNextPage ? undefined : data?.length}>
      {(headingId) =>
        data?.length === 0 ? (
          <AdminEmpty>{t.empty}</AdminEmpty>
        ) : data ? (
          <>
            {isAdministrator ? (
              <ExportLink href={`/api/v1/export/screening?subscriber=${encodeURIComponent(id)}`}>
                {screeningWords.evidence.download}
              </ExportLink>
            ) : (
              <p className="soft small">{deniedNote([screeningWords.evidence.download])}</p>
            )}
            <ScrollFrame label={headingId}>
              <table className="table table--wraps" aria-labelledby={headingId}>
                <TableHead columns={[t.date, t.occasion, t.outcome, t.reasons, t.lists, t.by, t.comment]} />
                <tbody>
                  {data.map((check) => (
                    <CheckRow key={check.id} {...check} />
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
        )
      }
    </AdminSection>
  )
}

function CheckRow(check: Check) {
  const { at, occasion, outcome, reasons, lists, decidedBy, comment, lastCheckedAt, repeats, birthDate } = check
  return (
    <tr>
      <td className="table__short">
        <CellMoment at={at} />
        {lastCheckedAt ? (
          <div className="small soft">
            {t.repeated(repeats)} <CellMoment at={lastCheckedAt} />
          </div>
        ) : null}
      </td>
      <td className="table__short">{t.occasions.get(occasion) ?? occasion}</td>
      <td className="table__short">
        <ScreeningMark status={outcome} />
      </td>
      <td className="table__long">
        {reasons.length > 0 ? <ReviewReasons reasons={reasons} birthDate={birthDate} folded /> : detailsWords.none}
      </td>
      <td className="table__who">
        {lists.length > 0
          ? lists.map(({ name, hash, date }) => (
              <div key={`${name} ${hash}`} title={hash}>
                {t.listOf(name, date ? dayOrText(date) : null)}
              </div>
            ))
          : detailsWords.none}
      </td>
      <td className="table__who">{t.authors.get(decidedBy) ?? (decidedBy || detailsWords.none)}</td>
      <td className="table__long as-written">{comment || detailsWords.none}</td>
    </tr>
  )
}
