/**
 * The rows that begin with a report of the billing provider. None is refused: what has no row changes nothing. A period
 * that was paid for gives access, or the money is refunded, or it becomes a payment issue.
 */
import { addDays, daysBetween, later, utcMidnight } from '../calendar.ts'
import { nothing } from './commands.ts'
import type { PaymentIssueCause, Effect, Facts, Known, Outcome, Report } from './commands.ts'
import type { EventBody } from './events.ts'
import { charging, cleared, isLive, mayBuyAgain, neverStarted } from './subscription.ts'
import type { Person, PlanTerms, Subscription } from './subscription.ts'

type Said<K extends Report['kind']> = Extract<Report, { kind: K }>

export function reported(facts: Facts, said: Report, now: Date): Outcome {
  const { subscription, person } = facts
  if (said.kind === 'payment-confirmed') {
    return subscription ? paymentForAnOwned({ ...facts, subscription }, said) : paymentConfirmed(facts, said)
  }
  if (!subscription || subscription.plan.type === 'trial') {
    return 'periodEnd' in said ? { events: [], effects: payBack(person, said.payment) } : nothing
  }
  const known = { ...facts, subscription }
  switch (said.kind) {
    case 'renewal-paid':
      return renewalPaid(known, said, now)
    case 'past-period-paid':
      return openPaymentIssue('payment-without-use', said.payment)
    case 'renewal-failed':
      return renewalFailed(known, said)
    case 'plan-changed':
      return planChanged(known, said, now)
    case 'ended-by-provider':
      return endedByProvider(known, said)
    case 'payment-returned':
      return paymentReturned(known, said)
    case 'stopped-in-portal':
      return renewalInPortal(known, 'stopped')
    case 'resumed-in-portal':
      return renewalInPortal(known, 'on')
    case 'dispute-changed':
      return disputeChanged(known, said)
  }
}

/** Days of access after a renewal that failed fell due. */
function graceDays(plan: PlanTerms): number {
  return plan.recurringInterval === 'week' ? 3 : 14
}

/** The last day of access of a renewal that failed. */
export function endOfGrace({ plan, endDate }: Subscription, due: Date): Date {
  const end = addDays(due, graceDays(plan))
  return endDate ? later(endDate, end) : end
}

function paymentConfirmed(facts: Facts, said: Said<'payment-confirmed'>): Outcome {
  const { person, others } = facts
  if (others.live || person.forgotten) return sendBack(person, said.payment, said.id)
  const { id, plan, payment, paidAt } = said
  const paidUntil = utcMidnight(said.periodEnd)
  const data = { id, plan, paidUntil, ...(payment !== null && { payment }) }
  const effects: Effect[] = others.stillCharged.map((expired) => ({ kind: 'end-charging', subscription: expired }))
  if (!cleared(person)) {
    if (person.dplStatus === 'FAIL') effects.push({ kind: 'open-payment-issue', about: 'refused-person-paid', payment })
    return { events: [{ type: 'PENDING_SUBSCRIPTION_CREATED', data }], effects }
  }
  // Counted from the payment, not from when its news came: a late report must not lengthen the period.
  const started: EventBody = { type: 'INITIAL_END_DATE_SET', data: { startDate: paidAt, endDate: paidUntil } }
  return { events: [{ type: 'SUBSCRIPTION_CREATED', data }, started], effects }
}

/** Bought again while it will not be charged again: the payment takes over, and the days that remain are added. */
function paymentForAnOwned(facts: Known, said: Said<'payment-confirmed'>): Outcome {
  const { subscription, person, others } = facts
  if (said.payment !== null && said.payment === subscription.payment) return nothing
  const { status, endDate, plan } = subscription
  const takesOver = mayBuyAgain(subscription) || (status === 'expired' && !others.live)
  if (!takesOver || !endDate || person.forgotten) {
    return { events: [], effects: [...payBack(person, said.payment), { kind: 'end-unused' }] }
  }
  const paidUntil = utcMidnight(said.periodEnd)
  const remaining = status === 'expired' ? 0 : Math.max(0, daysBetween(said.paidAt, endDate))
  const events: EventBody[] = []
  if (said.plan.name !== plan.name) events.push(planChange(plan, said.plan))
  events.push({
    type: 'END_DATE_CHANGED',
    data: { endDate: addDays(paidUntil, remaining), paidUntil, ...paymentOf(said) },
  })
  events.push({ type: 'RENEWAL_RESUMED', data: {} })
  if (status === 'expired') events.push(...revival(person, status))
  return { events, effects: [{ kind: 'end-replaced' }] }
}

function renewalPaid(facts: Known, said: Said<'renewal-paid'>, now: Date): Outcome {
  const { subscription, person, others, billing } = facts
  const { status, endDate, renewal } = subscription
  const paidUntil = utcMidnight(said.periodEnd)
  if (subscription.paidUntil && paidUntil <= subscription.paidUntil) return nothing
  if (said.payment !== null) {
    if (neverStarted(subscription) && status === 'pending') return openPaymentIssue('payment-without-use', said.payment)
    const givesNoDay = status === 'expired' && daysBetween(now, paidUntil) < 0
    // Its owner asked for no more charges, or it has ended while the provider still charges: the email said “nothing more”.
    const againstStop = (renewal === 'stopped' && !said.owed) || (renewal === 'ended' && billing?.ended === false)
    const replaced = status === 'expired' && others.live
    if (status === 'cancelled' || person.forgotten || givesNoDay || againstStop || replaced) {
      return sendBack(person, said.payment, subscription.id)
    }
  }
  if (!endDate || status === 'cancelled' || person.forgotten || (status === 'expired' && others.live)) return nothing
  const data = { endDate: later(endDate, paidUntil), paidUntil, ...paymentOf(said) }
  return { events: [{ type: 'END_DATE_CHANGED', data }, ...revival(person, status)] }
}

/** Access goes on for the days of grace; the same due day reported again finds them given. */
function renewalFailed({ subscription }: Known, said: Said<'renewal-failed'>): Outcome {
  const { status, endDate, paidUntil } = subscription
  const due = utcMidnight(said.due)
  if (status !== 'active' || !endDate || (paidUntil && due < paidUntil && !said.running)) return nothing
  const effects: Effect[] = said.notice ? [{ kind: 'mail', mail: 'payment-failed', failure: said.notice }] : []
  const graceEnd = endOfGrace(subscription, due)
  if (graceEnd <= endDate) return { events: [], effects }
  return { events: [{ type: 'END_DATE_CHANGED', data: { endDate: graceEnd } }], effects }
}

/**
 * The item's plan and period hold, also where the period ends earlier than the old one would have. A change that is paid
 * later is reported twice: at once without a period, and with it once it is paid.
 */
function planChanged(facts: Known, said: Said<'plan-changed'>, now: Date): Outcome {
  const { subscription, person, others } = facts
  const { status, plan } = subscription
  const change = planChange(plan, said.plan)
  const isPaidLater = said.plan.name === plan.name
  if (said.periodEnd === null) return isLive(subscription) && !isPaidLater ? { events: [change] } : nothing
  const paidUntil = utcMidnight(said.periodEnd)
  if (isPaidLater && subscription.paidUntil && paidUntil >= subscription.paidUntil) return nothing
  const paid = { paidUntil, ...paymentOf(said) }
  if (status === 'pending' && neverStarted(subscription)) {
    return { events: [{ ...change, data: { ...change.data, ...paid } }] }
  }
  const over = status === 'expired' && (others.live || daysBetween(now, paidUntil) < 0)
  // A change at the end of the period is charged like a renewal, which its owner has stopped; one before it is a purchase.
  const againstStop = subscription.renewal === 'stopped' && said.renews && said.payment !== null
  if (status === 'cancelled' || person.forgotten || over || againstStop) {
    return sendBack(person, said.payment, subscription.id)
  }
  const moved: EventBody = { type: 'END_DATE_CHANGED', data: { endDate: paidUntil, ...paid } }
  return { events: [...(isPaidLater ? [] : [change]), moved, ...revival(person, status)] }
}

/** After a stop or a cancel the provider's end is what was asked of it: the end date decides. What was granted stays. */
function endedByProvider({ subscription }: Known, said: Said<'ended-by-provider'>): Outcome {
  if (!isLive(subscription) || subscription.renewal !== 'on') return nothing
  if (neverStarted(subscription)) return openPaymentIssue('ended-before-start', subscription.payment)
  const { endDate, grantedUntil } = subscription
  const on = utcMidnight(said.on)
  if (!grantedUntil || grantedUntil < on) return end(on)
  const events: EventBody[] = [{ type: 'RENEWAL_STOPPED', data: {} }]
  if (grantedUntil.getTime() !== endDate?.getTime()) {
    events.unshift({ type: 'END_DATE_CHANGED', data: { endDate: grantedUntil } })
  }
  return { events }
}

/** Only the payment that the running period rests on takes the access with it. */
function paymentReturned({ subscription }: Known, said: Said<'payment-returned'>): Outcome {
  if (!isLive(subscription) || said.payment !== subscription.payment) return nothing
  if (neverStarted(subscription)) return openPaymentIssue('returned-before-start', said.payment)
  return { ...end(utcMidnight(said.on)), effects: [{ kind: 'end-charging', subscription: subscription.id }] }
}

/** The owner's word on renewal, given in the provider's portal: there is nobody to refuse. */
function renewalInPortal({ subscription, billing }: Known, to: 'on' | 'stopped'): Outcome {
  if (to === 'stopped') {
    return isLive(subscription) && subscription.renewal === 'on'
      ? { events: [{ type: 'RENEWAL_STOPPED', data: {} }] }
      : nothing
  }
  if (isLive(subscription) && subscription.renewal !== 'on') return { events: [{ type: 'RENEWAL_RESUMED', data: {} }] }
  // Resumed over there although nothing may be charged for it at present: the provider is told again.
  const wanted = charging(subscription, billing?.disputed)
  return wanted && wanted !== 'on' ? { events: [], effects: [{ kind: 'set-charging', to: wanted }] } : nothing
}

/** Charging is paused while a payment is disputed; an administrator answers the dispute at the provider. */
function disputeChanged({ subscription }: Known, said: Said<'dispute-changed'>): Outcome {
  const effects: Effect[] = said.disputed
    ? [{ kind: 'open-payment-issue', about: 'payment-disputed', payment: said.payment }]
    : []
  const to = charging(subscription, said.disputed)
  if (to && subscription.renewal === 'on') effects.push({ kind: 'set-charging', to })
  return { events: [], effects }
}

/** Money goes back in full, unless a list entry forbids it: then somebody has to decide. */
export function payBack(person: Person, payment: string | null): Effect[] {
  if (payment === null) return []
  return person.refundForbidden
    ? [{ kind: 'open-payment-issue', about: 'refund-forbidden', payment }]
    : [{ kind: 'refund', payment }]
}

/** Money that buys nothing goes back, and the provider charges no more. */
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

/** A new period brings an expired one back to life, on hold where the person is not cleared. */
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
