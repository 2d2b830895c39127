import { covers, hasOpenDispute, hasEnded, paymentOf, type BillingSnapshot } from '../billing-snapshot.ts'
import { givesAccess, type PeriodStanding } from '../standing.ts'
import { daysBetween } from '../../calendar.ts'
import { isReturned, paymentRecordOf, type PaidPeriod } from '../payments/period-payments.ts'
import { periodsIn } from '../payments/periods-in-snapshot.ts'
import { keepsAccess } from '../refunds/refund-plan.ts'
import type { Report } from '../../subscription/commands.ts'
import { by, type BillingFacts } from './billing-facts.ts'

/** Returns paid invoices of periods that are over or replaced: the provider leaves them payable. */
export function paidTooLate(look: BillingFacts, reports: readonly Report[]): Report[] {
  const { subscription, snapshot, known } = look
  const told = new Set(reports.map((report) => ('payment' in report ? report.payment : null)))
  return snapshot.invoices.flatMap((invoice): Report[] => {
    if (invoice.status !== 'paid' || !invoice.period || known.has(invoice.id)) return []
    const { payment } = invoice
    // The current period may be billed more than once, for example for a change within it.
    if (payment === null || (covers(invoice, snapshot.period) && !hasEnded(snapshot))) return []
    if (payment === subscription.payment || told.has(payment)) return []
    return [{ kind: 'past-period-paid', payment, by }]
  })
}

/**
 * Reports periods whose payments were all refunded, unless an administrator kept the access, and the first open dispute
 * or the end of the last one.
 */
export function moneyBack(look: BillingFacts, now: Date): Report[] {
  const { snapshot, standing, disputed, records = [] } = look
  const reports: Report[] = []
  const isDisputed = hasOpenDispute(snapshot)
  if (isDisputed !== disputed) reports.push({ kind: 'dispute-changed', disputed: isDisputed, by })
  for (const period of periodsIn(snapshot, records)) {
    if (!isReturned(period) || wasFollowedByFree(period.end, snapshot, standing, now)) continue
    const payments = period.payments.flatMap(({ payment }) => payment ?? [])
    if (
      keepsAccess(
        records,
        snapshot.payments.filter(({ id }) => payments.includes(id)),
      )
    )
      continue
    const newest = payments.at(-1)
    const addedDays = wasBoughtAgain(period, look) ? { addedDays: true as const } : {}
    if (newest) reports.push({ kind: 'payment-returned', payment: newest, payments, on: now, by, ...addedDays })
  }
  return reports
}

/**
 * Whether a period is over and a free period runs now: a refund of the earlier period then does not end access. A trial does not
 * count as a free period, because it may contain days that were paid for.
 */
function wasFollowedByFree(
  end: Date | null,
  { period, status }: BillingSnapshot,
  standing: PeriodStanding,
  now: Date,
): boolean {
  if (status === 'trialing') return false
  if (!end || end > now || period.start < end || !givesAccess(standing)) return false
  return standing.kind !== 'given' || standing.invoice === null || paymentOf(standing.invoice) === null
}

/**
 * Whether a period was paid on an earlier subscription at the provider, and the present period was bought while it ran:
 * its remaining days were added then.
 */
function wasBoughtAgain(
  { end, payments }: PaidPeriod,
  { subscription, snapshot, records = [] }: BillingFacts,
): boolean {
  const isOfPresentSide = snapshot.invoices.some((one) => payments.some(({ payment }) => payment === one.payment))
  const bought = paymentRecordOf(records, subscription.payment)
  return !isOfPresentSide && end !== null && bought !== undefined && daysBetween(bought.at, end) > 0
}
