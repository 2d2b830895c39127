import type { ReactNode } from 'react'
import { utcDay, utcFull } from '../../../../i18n/calendar-words.ts'
import { industryChoices } from '#words/forms/choices.ts'
import { adminWords as t } from '#words/admin/admin.ts'
import type { AdminRow } from '../../acts/rows.ts'
import { labelOf } from '../../../forms/label-of.ts'
import { isOverdue } from '../../../billing/payment.ts'
import { PastDueMark, StatusMark } from '../../billing/status-mark.tsx'
import type { ColumnId } from '../users-place.ts'

/** Pixels, in the order of the columns. admin.css has the same widths, for the page before its scripts run. */
export const initialWidths: Record<ColumnId, number> = {
  name: 200,
  email: 216,
  company: 170,
  type: 115,
  industry: 140,
  status: 178,
  startDate: 115,
  endDate: 115,
  latestComment: 154,
}

/** What stands in the cells but the first, which is a link. */
export const cells: Record<Exclude<ColumnId, 'name'>, (row: AdminRow) => ReactNode> = {
  email: ({ subscriber }) => <Cut text={subscriber.email} />,
  company: ({ subscriber }) => <Cut text={subscriber.company} />,
  type: ({ plan }) => (plan ? t.type[plan.type] : t.none),
  industry: ({ subscriber }) => <Cut text={labelOf(industryChoices, subscriber.industry)} />,
  status: ({ status, payment }) => (
    <>
      <StatusMark status={status} />
      {payment && isOverdue(payment) ? <PastDueMark /> : null}
    </>
  ),
  startDate: ({ startDate }) => <Day date={startDate} />,
  endDate: ({ endDate }) => <Day date={endDate} />,
  latestComment: ({ latestComment }) => <Cut text={latestComment} />,
}

/** One line, cut where the column ends; the table's tooltip has the whole. */
function Cut({ text }: { text: string | null }) {
  return text ? <span className="cut">{text}</span> : t.none
}

function Day({ date }: { date: string | null }) {
  return date === null ? (
    t.none
  ) : (
    <time dateTime={date} data-tip={utcFull(date)}>
      {utcDay(date)}
    </time>
  )
}
