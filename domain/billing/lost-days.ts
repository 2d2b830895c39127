/** Paid or granted days that ended early at the provider without a credit. */
import { z } from 'zod'
import { daysBetween } from '../calendar.ts'
import type { ReportOf } from '../subscription/commands.ts'
import { isLive, neverStarted, type Subscription } from '../subscription/subscription.ts'
import {
  paymentOf,
  covers,
  hasEnded,
  returnedInFull,
  type BillingInvoice,
  type BillingSnapshot,
} from './billing-snapshot.ts'
import type { BillingFacts } from './news/billing-facts.ts'
import { isRefunded, paidPeriodOf } from './payments/period-payments.ts'

/** How many days of which plan, as the detail of a payment issue. */
export const lostDaysDetail = z.object({ plan: z.string(), days: z.number() })
/** `cause`: the provider's invoice that began a new period in their place, or the payment whose refund ended them. */
export type LostDays = z.output<typeof lostDaysDetail> & { cause: string }

/**
 * Returns the days that a subscription had before this check and that a new period replaced without credit. This
 * happens if a trial that contains paid or granted days ends early, or if a plan is changed without proration: nothing
 * of a trial is credited (docs.stripe.com/billing/subscriptions/prorations). Null if nothing is lost, or if `known`,
 * the invoices found paid before, contains the one that began the period.
 */
export function lostDays(
  subscription: Subscription,
  snapshot: BillingSnapshot,
  known: ReadonlySet<string>,
): LostDays | null {
  const { status, period, invoices } = snapshot
  if (status === 'trialing' || hasEnded(snapshot)) return null
  if (!isLive(subscription) || neverStarted(subscription)) return null
  const paid = invoices.filter((invoice) => invoice.status === 'paid' && invoice.period !== null)
  const current = paid.filter((invoice) => covers(invoice, period))
  const fresh = current.find(({ id }) => !known.has(id))
  if (!fresh || current.some(({ credit }) => credit)) return null
  const earlier = paid.filter((invoice) => startOf(invoice) < period.start.getTime())
  const last = Math.max(...earlier.map(startOf))
  // Only the period directly before this one can have been cut short by it.
  if (!earlier.some((invoice) => startOf(invoice) === last && cutsShort(invoice, period.start))) return null
  const { paidUntil, grantedUntil } = subscription
  const until = Math.max(paidUntil?.getTime() ?? 0, grantedUntil?.getTime() ?? 0)
  const days = daysBetween(period.start, new Date(until))
  const isPaidFor = earlier.some((invoice) => cutsShort(invoice, period.start) && isKept(invoice, snapshot))
  const isGranted = grantedUntil !== null && grantedUntil > period.start
  return days > 0 && (isPaidFor || isGranted) ? { plan: subscription.plan.title, days, cause: fresh.id } : null
}

/**
 * Returns the days that were paid for before the plan was bought again, and that end with a refund of what was bought
 * then; null if there are none.
 */
export function lostWithRefund(
  { subscription, snapshot, records = [] }: BillingFacts,
  { payment, payments }: ReportOf<'payment-returned'>,
  now: Date,
): LostDays | null {
  if (!isLive(subscription) || subscription.payment === null || !payments.includes(subscription.payment)) return null
  const present = new Set(snapshot.invoices.map((invoice) => invoice.payment))
  const days = records
    .filter((one) => one.kind === 'charge' && one.payment !== null && !present.has(one.payment))
    .filter((one) => !isRefunded(paidPeriodOf(records, one.payment)))
    .map(({ period_end: end }) => (end ? daysBetween(now, end) : 0))
  const most = Math.max(0, ...days)
  return most > 0 ? { plan: subscription.plan.title, days: most, cause: payment } : null
}

const startOf = ({ period }: BillingInvoice) => period?.start.getTime() ?? 0

const cutsShort = ({ period }: BillingInvoice, start: Date) => period !== null && daysBetween(start, period.end) > 0

/** Whether the invoice cost something that has not been refunded. */
function isKept(invoice: BillingInvoice, { payments }: BillingSnapshot): boolean {
  const payment = payments.find(({ id }) => id === invoice.payment)
  return paymentOf(invoice) !== null && !(payment && returnedInFull(payment))
}
