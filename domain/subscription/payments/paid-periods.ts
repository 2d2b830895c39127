/** Reports of a period that was paid for: it gives access, or the money is refunded, or it becomes a payment issue. */
import { addDays, daysBetween, later, utcMidnight } from '../../calendar.ts'
import {
  nothing,
  type Effect,
  type Facts,
  type ExistingSubscription,
  type Transition,
  type ReportOf,
} from '../commands.ts'
import type { EventBody } from '../events.ts'
import {
  cleared,
  isLive,
  mayBuyAgain,
  neverStarted,
  type PersonFacts,
  type PlanTerms,
  type Subscription,
} from '../subscription.ts'
import { daysLeft } from './grace.ts'
import { sendBack, payBack, openPaymentIssue } from './payment-outcomes.ts'

export function paymentConfirmed(facts: Facts, report: ReportOf<'payment-confirmed'>): Transition {
  const { person, others } = facts
  if (others.live || person.erased) return sendBack(person, report.payment, report.id)
  const { id, plan, payment, paidAt } = report
  const paidUntil = utcMidnight(report.periodEnd)
  const data = { id, plan, paidUntil, ...(payment !== null && { payment }) }
  const effects: Effect[] = others.stillCharged.map((expired) => ({ kind: 'end-charging', subscription: expired }))
  if (!cleared(person)) {
    const pending: EventBody = { type: 'PENDING_SUBSCRIPTION_CREATED', data }
    if (person.dplStatus !== 'FAIL') return { events: [pending], effects }
    // The same as if the person had been refused a moment after the payment.
    const cancelled: EventBody = { type: 'SUBSCRIPTION_CANCELLED', data: {} }
    return { events: [pending, cancelled], effects: [...effects, ...payBack(person, payment)] }
  }
  // Counted from the payment, not from the report: a late report must not lengthen the period.
  const started: EventBody = { type: 'INITIAL_END_DATE_SET', data: { startDate: paidAt, endDate: paidUntil } }
  return { events: [{ type: 'SUBSCRIPTION_CREATED', data }, started], effects }
}

/**
 * Bought again while it will not be charged again: the new payment replaces the old one, and the remaining days that were
 * paid for or granted are added.
 */
export function paymentForAnOwned(facts: ExistingSubscription, report: ReportOf<'payment-confirmed'>): Transition {
  const { subscription, person, others } = facts
  if (report.payment !== null && report.payment === subscription.payment) return nothing
  const { status, endDate, plan } = subscription
  const takesOver = mayBuyAgain(subscription) || (status === 'expired' && !others.live)
  if (!takesOver || !endDate || person.erased) {
    return { events: [], effects: [...payBack(person, report.payment), { kind: 'end-unused' }] }
  }
  const paidUntil = utcMidnight(report.periodEnd)
  const remaining = status === 'expired' ? 0 : daysLeft(subscription, report.paidAt)
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

export function renewalPaid(facts: ExistingSubscription, report: ReportOf<'renewal-paid'>, now: Date): Transition {
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

/**
 * The item's plan and period apply, even if the period ends earlier than the old one. A change that is paid later is
 * reported twice: first without a period, and with it once it is paid.
 */
export function planChanged(facts: ExistingSubscription, report: ReportOf<'plan-changed'>, now: Date): Transition {
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

function paymentOf({ payment }: { payment: string | null }): { payment?: string } {
  return payment === null ? {} : { payment }
}

function planChange(from: PlanTerms, to: PlanTerms): Extract<EventBody, { type: 'PLAN_CHANGED' }> {
  return { type: 'PLAN_CHANGED', data: { plan: to, comment: `${from.title} → ${to.title}` } }
}

/** Makes an expired one active for a new period, or puts it on hold if the person is not cleared. */
function revival(person: PersonFacts, status: Subscription['status']): EventBody[] {
  if (!cleared(person)) return status === 'pending' ? [] : [{ type: 'SUBSCRIPTION_MARKED_PENDING', data: {} }]
  return status === 'expired' ? [{ type: 'STATUS_CHANGED', data: { status: 'active' } }] : []
}
