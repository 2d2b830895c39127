/**
 * The rows of the state table that begin with a report of the billing provider. None is refused: a report without a row
 * changes nothing.
 */
import { utcMidnight } from '../../calendar.ts'
import { currencyDigits, majorUnits } from '../../catalogue/plan.ts'
import {
  nothing,
  type Effect,
  type Facts,
  type ExistingSubscription,
  type Transition,
  type Report,
  type ReportOf,
} from '../commands.ts'
import type { EventBody } from '../events.ts'
import { charging, isLive, neverStarted, type PlanTerms } from '../subscription.ts'
import { paymentForAnOwned, paymentConfirmed, renewalPaid, planChanged } from './paid-periods.ts'
import { payBack, openPaymentIssue } from './payment-outcomes.ts'
import { endOfGrace, endWithoutGrace } from './grace.ts'

export function reported(facts: Facts, report: Report, now: Date): Transition {
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

/** Access continues for the grace period. Reporting the same due day again changes nothing. */
function renewalFailed({ subscription }: ExistingSubscription, report: ReportOf<'renewal-failed'>): Transition {
  const { status, endDate, paidUntil } = subscription
  const due = utcMidnight(report.due)
  if (status !== 'active' || !endDate || (paidUntil && due < paidUntil && !report.running)) return nothing
  const effects: Effect[] = report.notice ? [{ kind: 'mail', mail: 'payment-failed', failure: report.notice }] : []
  const graceEnd = endOfGrace(subscription, due)
  if (graceEnd <= endDate) return { events: [], effects }
  return { events: [{ type: 'END_DATE_CHANGED', data: { endDate: graceEnd } }], effects }
}

function failureSettled({ subscription }: ExistingSubscription): Transition {
  const { status, endDate } = subscription
  const end = endWithoutGrace(subscription)
  if (status !== 'active' || !endDate || !end || endDate <= end) return nothing
  return { events: [{ type: 'END_DATE_CHANGED', data: { endDate: end } }] }
}

/** The plan stays; its price is what is charged from now on. */
function priceChanged({ subscription }: ExistingSubscription, { plan }: ReportOf<'price-changed'>): Transition {
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
): Transition {
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

/**
 * Only a refund of the payments for the current period ends access. One that never started has no access to end: it is
 * cancelled, so that it cannot start unpaid.
 */
function paymentReturned({ subscription }: ExistingSubscription, report: ReportOf<'payment-returned'>): Transition {
  if (!isLive(subscription) || subscription.payment === null) return nothing
  if (!report.payments.includes(subscription.payment)) {
    return report.addedDays ? openPaymentIssue('added-days-returned', report.payment) : nothing
  }
  const effects: Effect[] = [{ kind: 'end-charging', subscription: subscription.id }]
  if (neverStarted(subscription)) return { events: [{ type: 'SUBSCRIPTION_CANCELLED', data: {} }], effects }
  return { ...end(utcMidnight(report.on)), effects }
}

/** The owner changed renewal in the payment provider's portal, so it cannot be refused. */
function renewalInPortal(
  { subscription, person, others, billing }: ExistingSubscription,
  to: 'on' | 'stopped',
): Transition {
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
function disputeChanged({ subscription }: ExistingSubscription, report: ReportOf<'dispute-changed'>): Transition {
  const to = charging(subscription, report.disputed)
  return to && subscription.renewal === 'on' ? { events: [], effects: [{ kind: 'set-charging', to }] } : nothing
}

function end(on: Date): { events: EventBody[] } {
  return {
    events: [
      { type: 'END_DATE_CHANGED', data: { endDate: on } },
      { type: 'STATUS_CHANGED', data: { status: 'expired', renewal: 'ended' } },
    ],
  }
}
