import type { Output } from '../../../contract/contract.ts'
import { paths } from '../../../contract/screens.ts'
import { auditWords as t } from '#words/admin/audit.ts'
import { utcMinute } from '../../../i18n/calendar-words.ts'
import { Link } from '../../ui/links/link.tsx'
import { Table } from '../lists/table.tsx'
import { whatOf } from './audit-change.ts'
import { actNames } from './act-names.ts'

type Line = Output<'GET /api/v1/audit'>[number]

/** The lines of the audit, named by the heading with that id. */
export function AuditTable({ lines, labelledBy }: { lines: readonly Line[]; labelledBy: string }) {
  return (
    <Table
      label={labelledBy}
      className="table--stacked audit-table"
      columns={[t.at, t.by, t.from, t.act, t.person, t.what, t.reason]}
    >
      {lines.map((line) => (
        <AuditRow key={keyOf(line)} {...line} />
      ))}
    </Table>
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
