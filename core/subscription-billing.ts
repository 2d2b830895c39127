/**
 * The rows that begin with a report of the payment provider. None is refused: what has no row changes nothing,
 * and money that bought nothing is paid back, or waits for somebody to look.
 */
import { addDays, later, utcMidnight } from './calendar.ts'
import { nothing } from './subscription-commands.ts'
import type { Effect, Known, Outcome, Report, Facts } from './subscription-commands.ts'
import type { EventBody } from './subscription-events.ts'
import { charging, cleared, isLive, neverStarted } from './subscription.ts'
import type { Person, PlanTerms } from './subscription.ts'

type Said<K extends Report['kind']> = Extract<Report, { kind: K }>

export function reported(facts: Facts, said: Report): Outcome {
  if (said.kind === 'payment-confirmed') return paymentConfirmed(facts, said)
  const { subscription, person } = facts
  if (!subscription || subscription.plan.type === 'trial') {
    return 'periodEnd' in said ? { events: [], effects: payBack(person, said.payment) } : nothing
  }
  const known = { ...facts, subscription }
  switch (said.kind) {
    case 'renewal-paid':
      return renewalPaid(known, said)
    case 'renewal-failed':
      return renewalFailed(known, said)
    case 'plan-changed':
      return planChanged(known, said)
    case 'ended-by-provider':
      return endedByProvider(known, said)
    case 'payment-returned':
      return paymentReturned(known, said)
    case 'stopped-in-portal':
      return renewalInPortal(known, 'stopped')
    case 'resumed-in-portal':
      return renewalInPortal(known, 'on')
  }
}

/** Days of access after a renewal that failed fell due. */
function graceDays(plan: PlanTerms): number {
  return plan.recurringInterval === 'week' ? 3 : 14
}

function paymentConfirmed(facts: Facts, said: Said<'payment-confirmed'>): Outcome {
  const { subscription, person, others } = facts
  if (subscription) return nothing
  if (others.live || person.forgotten) {
    return { events: [], effects: [...payBack(person, said.payment), { kind: 'end-charging', subscription: said.id }] }
  }
  const { id, plan, payment, paidAt } = said
  const paidUntil = utcMidnight(said.periodEnd)
  const data = { id, plan, payment, paidUntil }
  const effects: Effect[] = others.stillCharged.map((expired) => ({ kind: 'end-charging', subscription: expired }))
  if (!cleared(person)) {
    if (person.dplStatus === 'FAIL') effects.push({ kind: 'await-desk', about: 'refused-person-paid', payment })
    return { events: [{ type: 'PENDING_SUBSCRIPTION_CREATED', data }], effects }
  }
  // Counted from the payment, not from when its news came: a late report must not lengthen the period.
  const started: EventBody = { type: 'INITIAL_END_DATE_SET', data: { startDate: paidAt, endDate: paidUntil } }
  return { events: [{ type: 'SUBSCRIPTION_CREATED', data }, started], effects }
}

function renewalPaid(facts: Known, said: Said<'renewal-paid'>): Outcome {
  const { subscription, person, others } = facts
  const { status, endDate } = subscription
  const paidUntil = utcMidnight(said.periodEnd)
  if (subscription.paidUntil && paidUntil <= subscription.paidUntil) return nothing
  if (status === 'cancelled' || !endDate || person.forgotten) return withoutUse(facts, said.payment)
  if (status === 'expired' && others.live) {
    return {
      events: [],
      effects: [...payBack(person, said.payment), { kind: 'end-charging', subscription: subscription.id }],
    }
  }
  const data = { endDate: later(endDate, paidUntil), payment: said.payment, paidUntil }
  const events: EventBody[] = [{ type: 'END_DATE_CHANGED', data }]
  if (!cleared(person)) {
    if (status !== 'pending') events.push({ type: 'SUBSCRIPTION_MARKED_PENDING', data: {} })
  } else if (status === 'expired') {
    events.push({ type: 'STATUS_CHANGED', data: { status: 'active' } })
  }
  return { events }
}

/** Access goes on for the days of grace; the same due day reported again finds them given. */
function renewalFailed({ subscription }: Known, said: Said<'renewal-failed'>): Outcome {
  const { plan, status, endDate, paidUntil } = subscription
  const due = utcMidnight(said.due)
  if (status !== 'active' || !endDate || (paidUntil && due < paidUntil)) return nothing
  const effects: Effect[] = [{ kind: 'mail', mail: 'payment-failed' }]
  const graceEnd = addDays(due, graceDays(plan))
  if (graceEnd <= endDate) return { events: [], effects }
  return { events: [{ type: 'END_DATE_CHANGED', data: { endDate: graceEnd } }], effects }
}

function planChanged(facts: Known, said: Said<'plan-changed'>): Outcome {
  const { status, plan } = facts.subscription
  if (said.plan.name === plan.name) return nothing
  if (status !== 'active') return withoutUse(facts, said.payment)
  const paidUntil = utcMidnight(said.periodEnd)
  return {
    events: [
      { type: 'PLAN_CHANGED', data: { plan: said.plan, comment: `${plan.title} → ${said.plan.title}` } },
      { type: 'END_DATE_CHANGED', data: { endDate: paidUntil, payment: said.payment, paidUntil } },
    ],
  }
}

/** After a stop or a cancel the provider's end is what was asked of it: the end date decides. */
function endedByProvider({ subscription }: Known, said: Said<'ended-by-provider'>): Outcome {
  if (!isLive(subscription) || subscription.renewal !== 'on') return nothing
  if (neverStarted(subscription)) return awaitDesk('ended-before-start', subscription.payment)
  return end(said.on)
}

/** Only the payment that the running period rests on takes the access with it. */
function paymentReturned({ subscription }: Known, said: Said<'payment-returned'>): Outcome {
  if (!isLive(subscription) || said.payment !== subscription.payment) return nothing
  if (neverStarted(subscription)) return awaitDesk('returned-before-start', said.payment)
  return end(said.on)
}

/** The owner's word on renewal, given in the provider's portal: there is nobody to refuse. */
function renewalInPortal({ subscription }: Known, to: 'on' | 'stopped'): Outcome {
  const running = isLive(subscription) && !neverStarted(subscription)
  if (to === 'stopped') {
    return running && subscription.renewal === 'on' ? { events: [{ type: 'RENEWAL_STOPPED', data: {} }] } : nothing
  }
  if (running && subscription.renewal !== 'on') return { events: [{ type: 'RENEWAL_RESUMED', data: {} }] }
  // Resumed over there although nothing may be charged for it at present: the provider is told again.
  const wanted = charging(subscription)
  return wanted && wanted !== 'on' ? { events: [], effects: [{ kind: 'set-charging', to: wanted }] } : nothing
}

/** Money goes back in full, unless a list entry forbids it: then somebody has to decide. */
export function payBack(person: Person, payment: string): Effect[] {
  return person.refundForbidden
    ? [{ kind: 'await-desk', about: 'refund-forbidden', payment }]
    : [{ kind: 'refund', payment }]
}

function withoutUse({ subscription, person }: Known, payment: string): Outcome {
  if (isLive(subscription)) return awaitDesk('payment-without-use', payment)
  return { events: [], effects: payBack(person, payment) }
}

function awaitDesk(about: Extract<Effect, { kind: 'await-desk' }>['about'], payment: string | null): Outcome {
  return { events: [], effects: [{ kind: 'await-desk', about, payment }] }
}

function end(on: Date): Outcome {
  return {
    events: [
      { type: 'END_DATE_CHANGED', data: { endDate: utcMidnight(on) } },
      { type: 'STATUS_CHANGED', data: { status: 'expired', renewal: 'ended' } },
    ],
  }
}
