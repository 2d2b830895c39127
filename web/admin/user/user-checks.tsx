import { dayOrText } from '../../../i18n/calendar-words.ts'
import { ExportLink } from '../confirm-first.tsx'
import type { Output } from '../../../contract/contract.ts'
import { detailsWords } from '#words/admin/people/user.ts'
import { screeningWords } from '#words/admin/screening/screening.ts'
import { useAdminPages } from '../admin-pages.ts'
import { AdminEmpty, AdminSection, TableSkeleton } from '../admin-section.tsx'
import { Loaded } from '../loaded.tsx'
import { ListEnd } from '../lists/list-end.tsx'
import { CellMoment } from '../moment.tsx'
import { ReviewReasons } from '../reviews/evidence/review-reasons.tsx'
import { deniedNote, useIsAdministrator } from '../use-role.ts'
import { ScreeningMark } from './user-facts.tsx'
import { Table } from '../lists/table.tsx'

const t = detailsWords.checks
const name = 'GET /api/v1/subscribers/{id}/checks'
type Check = Output<typeof name>[number]

/**
 * Lists every comparison of a person with lists, countries and domains, and every decision about the results, newest
 * first.
 */
export function UserChecks({ id }: { id: string }) {
  const query = useAdminPages(name, { path: { id } })
  const isAdministrator = useIsAdministrator()
  return (
    <AdminSection
      heading={t.heading}
      help="evidence-and-audit"
      count={query.hasNextPage ? undefined : query.data?.length}
    >
      {(headingId) => (
        <Loaded query={query} waiting={<TableSkeleton />} empty={<AdminEmpty>{t.empty}</AdminEmpty>}>
          {(checks) => (
            <>
              {isAdministrator ? (
                <ExportLink href={`/api/v1/export/screening?subscriber=${encodeURIComponent(id)}`}>
                  {screeningWords.evidence.download}
                </ExportLink>
              ) : (
                <p className="soft small">{deniedNote([screeningWords.evidence.download])}</p>
              )}
              <Table
                label={headingId}
                className="table--wraps"
                columns={[t.date, t.occasion, t.outcome, t.reasons, t.lists, t.by, t.comment]}
              >
                {checks.map((check) => (
                  <CheckRow key={check.id} {...check} />
                ))}
              </Table>
              <ListEnd query={query} />
            </>
          )}
        </Loaded>
      )}
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
