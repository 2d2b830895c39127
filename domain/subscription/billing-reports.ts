/**
 * The rows of the state table that begin with a report of the billing provider. None is refused: a report without a row
 * changes nothing. A period that was paid for gives access, or the money is refunded, or it becomes a payment issue.
 */
import { addDays, daysBetween, later, utcMidnight } from '../calendar.ts'
import { currencyDigits, majorUnits } from '../catalogue/plan.ts'
import { nothing } from './commands.ts'
import type { PaymentIssueCause, Effect, Facts, ExistingSubscription, Outcome, Report } from './commands.ts'
import type { EventBody } from './events.ts'
import { graceDays } from './grace.ts'
import { charging, cleared, isLive, mayBuyAgain, neverStarted } from './subscription.ts'
import type { Person, PlanTerms, Subscription } from './subscription.ts'

type ReportOf<K extends Report['kind']> = Extract<Report, { kind: K }>

export function reported(facts: Facts, report: Report, now: Date): Outcome {
  const { subscription, person } = facts
  if (report.kind === 'payment-confirmed') {
    return subscription ? paymentForAnOwned({ ...facts, subscription }, report) : paymentConfirmed(facts, report)
  }
  if (!subscription || subscription.plan.type === 'trial') {
    return 'periodEnd' in report ? { events: [], effects: payBack(person, report.payment) } : nothing
  }
  const existing = { ...facts, subscription }
  switch (report.kind) {
    case 'renewal-paid':
      return renewalPaid(existing, report, now)
    case 'past-period-paid':
      return openPaymentIssue('payment-without-use', report.payment)
    case 'renewal-failed':
      return renewalFailed(existing, report)
    case 'failure-settled':
      return failureSettled(existing)
    case 'plan-changed':
      return planChanged(existing, report, now)
    case 'price-changed':
      return priceChanged(existing, report)
    case 'ended-by-provider':
      return endedByPaymentProvider(existing, report)
    case 'payment-returned':
      return paymentReturned(existing, report)
    case 'stopped-in-portal':
      return renewalInPortal(existing, 'stopped')
    case 'resumed-in-portal':
      return renewalInPortal(existing, 'on')
    case 'dispute-changed':
      return disputeChanged(existing, report)
  }
}

/** Returns the last day of access after a failed renewal. */
export function endOfGrace({ plan, endDate }: Subscription, due: Date): Date {
  const end = addDays(due, graceDays(plan))
  return endDate ? later(endDate, end) : end
}

function paymentConfirmed(facts: Facts, report: ReportOf<'payment-confirmed'>): Outcome {
  const { person, others } = facts
  if (others.live || person.erased) return sendBack(person, report.payment, report.id)
  const { id, plan, payment, paidAt } = report
  const paidUntil = utcMidnight(report.periodEnd)
  const data = { id, plan, paidUntil, ...(payment !== null && { payment }) }
  const effects: Effect[] = others.stillCharged.map((expired) => ({ kind: 'end-charging', subscription: expired }))
  if (!cleared(person)) {
    if (person.dplStatus === 'FAIL') effects.push({ kind: 'open-payment-issue', about: 'refused-person-paid', payment })
    return { events: [{ type: 'PENDING_SUBSCRIPTION_CREATED', data }], effects }
  }
  // Counted from the payment, not from the report: a late report must not lengthen the period.
  const started: EventBody = { type: 'INITIAL_END_DATE_SET', data: { startDate: paidAt, endDate: paidUntil } }
  return { events: [{ type: 'SUBSCRIPTION_CREATED', data }, started], effects }
}

/**
 * Bought again while it will not be charged again: the new payment replaces the old one, and the remaining days are
 * added.
 */
function paymentForAnOwned(facts: ExistingSubscription, report: ReportOf<'payment-confirmed'>): Outcome {
  const { subscription, person, others } = facts
  if (report.payment !== null && report.payment === subscription.payment) return nothing
  const { status, endDate, plan } = subscription
  const takesOver = mayBuyAgain(subscription) || (status === 'expired' && !others.live)
  if (!takesOver || !endDate || person.erased) {
    return { events: [], effects: [...payBack(person, report.payment), { kind: 'end-unused' }] }
  }
  const paidUntil = utcMidnight(report.periodEnd)
  const remaining = status === 'expired' ? 0 : Math.max(0, daysBetween(report.paidAt, endDate))
  const events: EventBody[] = []
  if (report.plan.name !== plan.name) events.push(planChange(plan, report.plan))
  events.push({
    type: 'END_DATE_CHANGED',
    data: { endDate: addDays(paidUntil, remaining), paidUntil, ...paymentOf(report) },
  })
  events.push({ type: 'RENEWAL_RESUMED', data: {} })
  if (status === 'expired') events.push(...revival(person, status))
  return { events, effects: [{ kind: 'end-replaced' }] }
}

function renewalPaid(facts: ExistingSubscription, report: ReportOf<'renewal-paid'>, now: Date): Outcome {
  const { subscription, person, others, billing } = facts
  const { status, endDate, renewal } = subscription
  const paidUntil = utcMidnight(report.periodEnd)
  if (subscription.paidUntil && paidUntil <= subscription.paidUntil) return nothing
  if (report.payment !== null) {
    if (neverStarted(subscription) && status === 'pending')
      return openPaymentIssue('payment-without-use', report.payment)
    const givesNoDay = status === 'expired' && daysBetween(now, paidUntil) < 0
    // Its owner stopped renewal, or it has ended while the provider still charges: the email promised that nothing more
    // would be charged.
    const againstStop = (renewal === 'stopped' && !report.owed) || (renewal === 'ended' && billing?.ended === false)
    const replaced = status === 'expired' && others.live
    if (status === 'cancelled' || person.erased || givesNoDay || againstStop || replaced) {
      return sendBack(person, report.payment, subscription.id)
    }
  }
  if (!endDate || status === 'cancelled' || person.erased || (status === 'expired' && others.live)) return nothing
  const data = { endDate: later(endDate, paidUntil), paidUntil, ...paymentOf(report) }
  return { events: [{ type: 'END_DATE_CHANGED', data }, ...revival(person, status)] }
}

/** Access continues for the grace period. Reporting the same due day again changes nothing. */
function renewalFailed({ subscription }: ExistingSubscription, report: ReportOf<'renewal-failed'>): Outcome {
  const { status, endDate, paidUntil } = subscription
  const due = utcMidnight(report.due)
  if (status !== 'active' || !endDate || (paidUntil && due < paidUntil && !report.running)) return nothing
  const effects: Effect[] = report.notice ? [{ kind: 'mail', mail: 'payment-failed', failure: report.notice }] : []
  const graceEnd = endOfGrace(subscription, due)
  if (graceEnd <= endDate) return { events: [], effects }
  return { events: [{ type: 'END_DATE_CHANGED', data: { endDate: graceEnd } }], effects }
}

/** Returns the end of access without days of grace: that of the paid period, or of the granted days. */
export function endWithoutGrace({ paidUntil, grantedUntil }: Subscription): Date | null {
  return paidUntil && grantedUntil ? later(paidUntil, grantedUntil) : (grantedUntil ?? paidUntil)
}

function failureSettled({ subscription }: ExistingSubscription): Outcome {
  const { status, endDate } = subscription
  const end = endWithoutGrace(subscription)
  if (status !== 'active' || !endDate || !end || endDate <= end) return nothing
  return { events: [{ type: 'END_DATE_CHANGED', data: { endDate: end } }] }
}

/**
 * The item's plan and period apply, even if the period ends earlier than the old one. A change that is paid later is
 * reported twice: first without a period, and with it once it is paid.
 */
function planChanged(facts: ExistingSubscription, report: ReportOf<'plan-changed'>, now: Date): Outcome {
  const { subscription, person, others } = facts
  const { status, plan } = subscription
  const change = planChange(plan, report.plan)
  const isPaidLater = report.plan.name === plan.name
  if (report.periodEnd === null) return isLive(subscription) && !isPaidLater ? { events: [change] } : nothing
  const paidUntil = utcMidnight(report.periodEnd)
  if (isPaidLater && subscription.paidUntil && paidUntil >= subscription.paidUntil) return nothing
  const paid = { paidUntil, ...paymentOf(report) }
  if (status === 'pending' && neverStarted(subscription)) {
    return { events: [{ ...change, data: { ...change.data, ...paid } }] }
  }
  const over = status === 'expired' && (others.live || daysBetween(now, paidUntil) < 0)
  // A change at the end of the period is charged like a renewal, which the owner has stopped; an earlier one is a
  // purchase.
  const againstStop = subscription.renewal === 'stopped' && report.renews && report.payment !== null
  if (status === 'cancelled' || person.erased || over || againstStop) {
    return sendBack(person, report.payment, subscription.id)
  }
  const moved: EventBody = { type: 'END_DATE_CHANGED', data: { endDate: paidUntil, ...paid } }
  return { events: [...(isPaidLater ? [] : [change]), moved, ...revival(person, status)] }
}

/** The plan stays; its price is what is charged from now on. */
function priceChanged({ subscription }: ExistingSubscription, { plan }: ReportOf<'price-changed'>): Outcome {
  if (!isLive(subscription)) return nothing
  const price = ({ priceMinor, currency }: PlanTerms) =>
    `${majorUnits(priceMinor, currency).toFixed(currencyDigits(currency))} ${currency.toUpperCase()}`
  const comment = `${plan.title}: ${price(subscription.plan)} → ${price(plan)}`
  return { events: [{ type: 'PLAN_CHANGED', data: { plan, comment } }] }
}

/**
 * After a stop or a cancellation the provider's end is what the shop requested: the end date decides. Granted days
 * stay.
 */
function endedByPaymentProvider(
  { subscription }: ExistingSubscription,
  report: ReportOf<'ended-by-provider'>,
): Outcome {
  if (!isLive(subscription) || subscription.renewal !== 'on') return nothing
  if (neverStarted(subscription)) return openPaymentIssue('ended-before-start', subscription.payment)
  const { endDate, grantedUntil } = subscription
  const on = utcMidnight(report.on)
  if (!grantedUntil || grantedUntil < on) return end(on)
  const events: EventBody[] = [{ type: 'RENEWAL_STOPPED', data: {} }]
  if (grantedUntil.getTime() !== endDate?.getTime()) {
    events.unshift({ type: 'END_DATE_CHANGED', data: { endDate: grantedUntil } })
  }
  return { events }
}

/** Only a refund of the payments for the current period ends access. */
function paymentReturned({ subscription }: ExistingSubscription, report: ReportOf<'payment-returned'>): Outcome {
  if (!isLive(subscription) || subscription.payment === null) return nothing
  if (!report.payments.includes(subscription.payment)) return nothing
  if (neverStarted(subscription)) return openPaymentIssue('returned-before-start', report.payment)
  return { ...end(utcMidnight(report.on)), effects: [{ kind: 'end-charging', subscription: subscription.id }] }
}

/** The owner changed renewal in the payment provider's portal, so it cannot be refused. */
function renewalInPortal(
  { subscription, person, others, billing }: ExistingSubscription,
  to: 'on' | 'stopped',
): Outcome {
  if (to === 'stopped') {
    return isLive(subscription) && subscription.renewal === 'on'
      ? { events: [{ type: 'RENEWAL_STOPPED', data: {} }] }
      : nothing
  }
  const { status, renewal } = subscription
  // What its owner paused in the portal outlasts its end here: if it is resumed there, it becomes active again.
  const isBack = status === 'expired' && renewal === 'stopped' && !others.live && !person.erased
  if ((isLive(subscription) && renewal !== 'on') || isBack) return { events: [{ type: 'RENEWAL_RESUMED', data: {} }] }
  // Resumed at the provider although it must not charge now: the request is sent to the provider again.
  const wanted = charging(subscription, billing?.disputed)
  return wanted && wanted !== 'on' ? { events: [], effects: [{ kind: 'set-charging', to: wanted }] } : nothing
}

/** Charging is paused while a payment is disputed; an administrator answers the dispute at the provider. */
function disputeChanged({ subscription }: ExistingSubscription, report: ReportOf<'dispute-changed'>): Outcome {
  const effects: Effect[] = report.disputed
    ? [{ kind: 'open-payment-issue', about: 'payment-disputed', payment: report.payment }]
    : []
  const to = charging(subscription, report.disputed)
  if (to && subscription.renewal === 'on') effects.push({ kind: 'set-charging', to })
  return { events: [], effects }
}

/** A payment is refunded in full, unless a list entry forbids it: then an administrator decides. */
export function payBack(person: Person, payment: string | null): Effect[] {
  if (payment === null) return []
  return person.refundForbidden
    ? [{ kind: 'open-payment-issue', about: 'refund-forbidden', payment }]
    : [{ kind: 'refund', payment }]
}

/** A payment that buys nothing is refunded, and the provider stops charging. */
function sendBack(person: Person, payment: string | null, subscription: string): Outcome {
  return { events: [], effects: [...payBack(person, payment), { kind: 'end-charging', subscription }] }
}

function openPaymentIssue(about: PaymentIssueCause, payment: string | null): Outcome {
  return { events: [], effects: [{ kind: 'open-payment-issue', about, payment }] }
}

function paymentOf({ payment }: { payment: string | null }): { payment?: string } {
  return payment === null ? {} : { payment }
}

function planChange(from: PlanTerms, to: PlanTerms): Extract<EventBody, { type: 'PLAN_CHANGED' }> {
  return { type: 'PLAN_CHANGED', data: { plan: to, comment: `${from.title} → ${to.title}` } }
}

/** Makes an expired one active for a new period, or puts it on hold if the person is not cleared. */
function revival(person: Person, status: Subscription['status']): EventBody[] {
  if (!cleared(person)) return status === 'pending' ? [] : [{ type: 'SUBSCRIPTION_MARKED_PENDING', data: {} }]
  return status === 'expired' ? [{ type: 'STATUS_CHANGED', data: { status: 'active' } }] : []
}

function end(on: Date): { events: EventBody[] } {
  return {
    events: [
      { type: 'END_DATE_CHANGED', data: { endDate: on } },
      { type: 'STATUS_CHANGED', data: { status: 'expired', renewal: 'ended' } },
    ],
  }
}
