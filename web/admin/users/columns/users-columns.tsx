import type { ReactNode } from 'react'
import { utcDay, utcFull } from '../../../../i18n/calendar-words.ts'
import { fieldChoices } from '#words/forms/choices.ts'
import { adminWords as t } from '#words/admin/admin.ts'
import type { AdminRow } from '../../acts/rows.ts'
import { labelOf } from '../../../forms/label-of.ts'
import { amountText, isBilled } from '../../../billing/payment.ts'
import { countryByCode } from '../../../client/countries.ts'
import { useSettings } from '../../../client/page.tsx'
import { daysBetween } from '../../../../domain/calendar.ts'
import { locale } from '#words/locale.ts'
import { StatusMark } from '../../billing/status-mark.tsx'
import type { ColumnId } from '../users-place.ts'

/**
 * Minimum widths in pixels, in the order of the columns. users-table.css has the same widths for the page before its
 * scripts run.
 */
export const initialWidths: Record<ColumnId, number> = {
  name: 184,
  email: 196,
  company: 122,
  type: 106,
  industry: 132,
  status: 158,
  startDate: 112,
  endDate: 112,
  latestComment: 90,
  plan: 190,
  country: 150,
  ends: 130,
  renewal: 140,
  nextCharge: 190,
}

/** Renders the content of every cell except the first, which is a link. */
export const cells: Record<Exclude<ColumnId, 'name'>, (row: AdminRow) => ReactNode> = {
  email: ({ subscriber }) => <Cut text={subscriber.email} />,
  company: ({ subscriber }) => <Cut text={subscriber.company} />,
  type: ({ plan }) => (plan ? t.type[plan.type] : t.none),
  industry: ({ subscriber }) => <Cut text={labelOf(fieldChoices.industry, subscriber.industry)} />,
  status: StatusMark,
  startDate: ({ startDate }) => <Day date={startDate} />,
  endDate: ({ endDate }) => <Day date={endDate} />,
  latestComment: ({ latestComment }) => <Cut text={latestComment} />,
  plan: ({ plan }) => <Cut text={plan?.title ?? null} />,
  country: ({ subscriber }) => <Cut text={countryByCode(subscriber.country)?.name ?? subscriber.country} />,
  ends: ({ endDate, status }) => (status === 'active' && endDate !== null ? <DaysLeft date={endDate} /> : t.none),
  renewal: ({ plan, status, renews, payment }) =>
    plan?.type !== 'subscription' || (status !== 'active' && status !== 'pending') || !(renews || isBilled(payment))
      ? t.none
      : t.list[renews ? 'renews' : 'stopped'],
  nextCharge: ({ payment }) => <Cut text={nextCharge(payment)} />,
}

/** Returns the amount and date of the next charge; null if unknown. */
function nextCharge(payment: AdminRow['payment']): string | null {
  if (!payment?.nextChargeAt) return null
  const day = utcDay(payment.nextChargeAt)
  if (payment.nextAmount === null || payment.currency === null) return day
  return `${amountText(payment.nextAmount, payment.currency)}, ${day}`
}

const inDays = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** Renders an end date in words: today, tomorrow, in 14 days. */
function DaysLeft({ date }: { date: string }) {
  const { now } = useSettings()
  return (
    <time dateTime={date} data-tip={utcFull(date)}>
      {inDays.format(daysBetween(new Date(now), new Date(date)), 'day')}
    </time>
  )
}

/** Renders at most two lines; the table's tooltip shows a longer text whole. */
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
