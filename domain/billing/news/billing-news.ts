/**
 * Compares a fresh snapshot of the billing provider with a subscription, and returns the reports to decide. Pure, so
 * that every rule about charging can be tested with any sequence of messages.
 */
import { addDays, utcMidnight } from '../../calendar.ts'
import { covers, hasEnded, paymentOf, type BillingSnapshot } from '../billing-snapshot.ts'
import type { PeriodStanding } from '../standing.ts'
import { isInGrace } from '../../subscription/payments/grace.ts'
import type { FailureNotice, Report } from '../../subscription/commands.ts'
import { charging, isLive, neverStarted } from '../../subscription/subscription.ts'
import { by, isGiven, type BillingFacts } from './billing-facts.ts'
import { changedPlan, isPriceOf, atThePriceOf, planChange } from './plan-change-news.ts'
import { paidTooLate, moneyBack } from './money-back.ts'

/** Returns what is new, in an order in which each report follows those on which it depends. */
export function billingNews(look: BillingFacts, now: Date): Report[] {
  const { subscription, snapshot, standing, told, changing } = look
  const wanted = charging(subscription, look.disputed)
  const plan = changedPlan(look) ?? (isShortened(look) ? subscription.plan : null)
  const reports: Report[] = []
  const ended = hasEnded(snapshot)
  const priced = isPriceOf(snapshot, subscription.plan) ? atThePriceOf(snapshot, subscription.plan) : subscription.plan
  if (!plan && isLive(subscription) && !ended && priced !== subscription.plan)
    reports.push({ kind: 'price-changed', plan: priced, by })
  // A resumption comes before the charge that follows from it. A subscription that ended is not resumed.
  if (!ended && !changing && snapshot.charging !== 'off' && told === 'off')
    reports.push({ kind: 'resumed-in-portal', by })
  // Periods of the previous plan were paid before the plan changed.
  const renewed = newPeriods(look, plan !== null)
  reports.push(...renewed)
  if (plan) {
    const ends = renewed.flatMap((report) => (report.kind === 'renewal-paid' ? report.periodEnd : []))
    reports.push(planChange(plan, look, ends.at(-1) ?? subscription.paidUntil))
  }
  reports.push(...paidTooLate(look, reports))
  if (standing.kind === 'failed') {
    reports.push({
      kind: 'renewal-failed',
      due: standing.due,
      notice: look.notify ? failureOf(standing) : null,
      ...(covers(standing.invoice, snapshot.period) ? { running: true } : {}),
      by,
    })
  }
  if (!plan && renewed.length === 0 && isSettled(look, now)) reports.push({ kind: 'failure-settled', by })
  // A stop comes after the period that was paid before it.
  if (!changing && snapshot.charging === 'off' && wanted !== null && wanted !== 'off') {
    reports.push({ kind: 'stopped-in-portal', by })
  }
  reports.push(...moneyBack(look, now))
  if (ended) {
    // If its last invoice was paid after the end, that period gives access and does not renew.
    const paidSince = paidAfterTheEnd(snapshot, standing)
    reports.push(
      paidSince ? { kind: 'stopped-in-portal', by } : { kind: 'ended-by-provider', on: snapshot.endedAt ?? now, by },
    )
  }
  return reports
}

function paidAfterTheEnd({ endedAt }: BillingSnapshot, standing: PeriodStanding): boolean {
  const paidAt = standing.kind === 'given' ? standing.invoice?.paidAt : null
  return Boolean(paidAt && endedAt && paidAt > endedAt)
}

/**
 * The content of a failure notice. An attempt after the end of its period does not count: the invoice is voided before it.
 */
export function failureOf({
  invoice,
  periodEnd,
  actionRequired,
}: Extract<PeriodStanding, { kind: 'failed' }>): FailureNotice {
  const { nextAttempt, url } = invoice
  return { retryAt: nextAttempt && nextAttempt < periodEnd ? nextAttempt : null, actionRequired, payUrl: url }
}

/**
 * Whether the current period ends before the paid one, for example after a plan change that was not paid immediately.
 */
function isShortened(look: BillingFacts): boolean {
  const { subscription, snapshot } = look
  const { paidUntil } = subscription
  if (!isLive(subscription) || neverStarted(subscription) || hasEnded(snapshot) || !isGiven(look)) return false
  return paidUntil !== null && utcMidnight(snapshot.period.end) < paidUntil
}

/**
 * Whether days of grace remain from a payment that failed within the paid period, although nothing is owed any longer.
 */
function isSettled({ subscription, snapshot, standing }: BillingFacts, now: Date): boolean {
  const { paidUntil } = subscription
  if (!isInGrace(subscription) || snapshot.status === 'trialing' || hasEnded(snapshot)) return false
  const periodEnd = snapshot.period.end
  const isPaidPeriod = periodEnd > now && utcMidnight(periodEnd).getTime() === paidUntil?.getTime()
  return isPaidPeriod && standing.kind === 'given'
}

/** Returns paid or free periods that the subscription does not have yet, oldest first. */
function newPeriods(look: BillingFacts, planChanged: boolean): Report[] {
  const { subscription, snapshot, standing, known, owedUntil } = look
  const { paidUntil, endDate, grantedUntil, renewal } = subscription
  const { period, invoices } = snapshot
  // A trial at the provider contains days that were granted or paid for here. Once the money was refunded, it gives no
  // access.
  const isTrialOver = renewal === 'ended' && (snapshot.status === 'trialing' || hasEnded(snapshot))
  const isNewAndFree = (end: Date) => !isTrialOver && (!grantedUntil || utcMidnight(end) > grantedUntil)
  // The report of a plan change contains its own invoice. A renewal that was paid before the change is a separate
  // period.
  const ofChange = standing.kind === 'given' ? standing.invoice : null
  const paid = invoices.filter(
    (invoice) =>
      invoice.status === 'paid' &&
      invoice.period !== null &&
      invoice.period.end <= period.end &&
      (!paidUntil || utcMidnight(invoice.period.end) > paidUntil) &&
      (paymentOf(invoice) !== null || isNewAndFree(invoice.period.end)) &&
      // A longer period of an earlier plan is not a future one.
      (covers(invoice, period) || !paidUntil || invoice.period.start >= addDays(paidUntil, -1)) &&
      !(planChanged && invoice === ofChange),
  )
  const reports = paid.toReversed().flatMap((invoice): Report[] => {
    const payment = paymentOf(invoice)
    if (payment !== null && known.has(invoice.id)) return []
    const periodEnd = invoice.period?.end ?? period.end
    const owed = owedUntil !== null && periodEnd <= owedUntil
    return [{ kind: 'renewal-paid', payment, periodEnd, ...(owed ? { owed } : {}), by }]
  })
  if (planChanged || paid.some((invoice) => covers(invoice, period))) return reports
  const free = isGiven(look) && !(standing.kind === 'given' && standing.invoice) && !isTrialOver
  const reaches = snapshot.status === 'trialing' ? endDate : paidUntil
  if (free && reaches && utcMidnight(period.end) > reaches) {
    reports.push({ kind: 'renewal-paid', payment: null, periodEnd: period.end, by })
  }
  return reports
}
