/**
 * The only place that decides about a change of a subscription, whether a person, a webhook or a job requests it. Pure:
 * it takes the facts, the command and the time, and returns events and effects, or a refusal.
 */
import { addDays, daysBetween, isOver, utcMidnight } from '../calendar.ts'
import { payBack } from './payments/payment-outcomes.ts'
import { reported } from './payments/billing-reports.ts'
import { outlastsEndDate } from './payments/grace.ts'
import { nothing, refused } from './commands.ts'
import type {
  Command,
  Decision,
  Effect,
  Facts,
  ExistingSubscription,
  Occurrence,
  Transition,
  Request,
} from './commands.ts'
import { requested, termStarted } from './requests.ts'
import { effectsOf } from './effects.ts'
import { apply } from './events.ts'
import type { CancellationReason, EventBody, SubscriptionEvent } from './events.ts'
import { cleared, isLive, neverStarted } from './subscription.ts'
import type { Subscription } from './subscription.ts'

/** How long an end date waits for a provider that cannot be reached. */
const waitInDays = 2

/**
 * Decides what happens to the subscription. `facts.subscription` is null for commands that create one. A change of the
 * person and the `clearance-changed` of each of their subscriptions belong to one transaction.
 */
export function decide(facts: Facts, command: Command, now: Date): Decision {
  const outcome = outcomeOf(facts, command, now)
  if ('refused' in outcome) return outcome
  const events = outcome.events.map((body): SubscriptionEvent => ({ ...body, at: now, addedBy: command.by }))
  const after = events.reduce<Subscription | null>(apply, facts.subscription)
  return { events, effects: [...(outcome.effects ?? []), ...effectsOf(facts, command, events, after)], after }
}

function outcomeOf(facts: Facts, command: Command, now: Date): Transition {
  const { subscription, person } = facts
  switch (command.kind) {
    case 'start-trial':
      return startTrial(facts, command, now)
    case 'grant':
      return grant(facts, command, now)

    case 'clearance-changed':
    case 'person-refused':
    case 'second-trial':
    case 'address-unconfirmed':
    case 'person-forgotten':
    case 'end-date-over':
      return subscription ? occurred({ ...facts, subscription }, command, now) : nothing

    case 'payment-confirmed':
    case 'renewal-paid':
    case 'past-period-paid':
    case 'renewal-failed':
    case 'failure-settled':
    case 'plan-changed':
    case 'price-changed':
    case 'ended-by-provider':
    case 'payment-returned':
    case 'stopped-in-portal':
    case 'resumed-in-portal':
    case 'dispute-changed':
      return reported(facts, command, now)

    default:
      if (person.erased) return refused('FORGOTTEN')
      return subscription ? requested({ ...facts, subscription }, command, now) : refused('NO_SUBSCRIPTION')
  }
}

function occurred(existing: ExistingSubscription, occurrence: Occurrence, now: Date): Transition {
  switch (occurrence.kind) {
    case 'clearance-changed':
      return clearanceChanged(existing, now)
    case 'person-refused':
      return leave(existing, { comment: occurrence.comment })
    case 'second-trial':
      return leave(existing, { reason: 'second-trial' })
    case 'address-unconfirmed':
      return addressUnconfirmed(existing)
    case 'person-forgotten':
      return leave(existing, {})
    case 'end-date-over':
      return endDateOver(existing, occurrence, now)
  }
}

function startTrial(facts: Facts, { id, plan }: Extract<Request, { kind: 'start-trial' }>, now: Date): Transition {
  const { subscription, person, others } = facts
  if (person.erased) return refused('FORGOTTEN')
  if (others.live || (subscription && isLive(subscription))) return refused('TRIAL_EXISTS')
  if (others.everOwned || subscription) return refused('TRIAL_EXPIRED')
  if (person.dplStatus === 'FAIL') return refused('PERSON_REFUSED')
  if (!cleared(person)) return { events: [{ type: 'PENDING_SUBSCRIPTION_CREATED', data: { id, plan } }] }
  return { events: [{ type: 'SUBSCRIPTION_CREATED', data: { id, plan } }, termStarted(plan, now)] }
}

function grant(
  facts: Facts,
  { id, plan, endDate, comment }: Extract<Request, { kind: 'grant' }>,
  now: Date,
): Transition {
  const { subscription, person, others } = facts
  if (person.erased) return refused('FORGOTTEN')
  if (daysBetween(now, endDate) < 0) return refused('END_DATE_PAST')
  if (!cleared(person)) return refused('NOT_CLEARED')
  if (others.live || subscription) return refused('OTHER_LIVE')
  const created: EventBody = { type: 'SUBSCRIPTION_CREATED', data: { id, plan, complimentary: true } }
  const dates = { startDate: now, endDate: utcMidnight(endDate), comment }
  return { events: [created, { type: 'INITIAL_END_DATE_SET', data: dates }] }
}

/** Starts pending subscriptions and resumes those on hold if the person is cleared; else puts running ones on hold. */
function clearanceChanged({ subscription, person }: ExistingSubscription, now: Date): Transition {
  const { status, plan, endDate, onHoldSince } = subscription
  if (status === 'active' && !cleared(person)) return { events: [{ type: 'SUBSCRIPTION_MARKED_PENDING', data: {} }] }
  if (status !== 'pending' || !cleared(person)) return nothing
  const activated: EventBody = { type: 'SUBSCRIPTION_ACTIVATED', data: {} }
  if (!endDate || !onHoldSince) return { events: [activated, termStarted(plan, now)] }
  const held = daysBetween(onHoldSince, now)
  if (held === 0) return { events: [activated] }
  return { events: [activated, { type: 'END_DATE_CHANGED', data: { endDate: addDays(endDate, held) } }] }
}

function addressUnconfirmed(existing: ExistingSubscription): Transition {
  const { subscription, person } = existing
  if (subscription.status !== 'pending' || !neverStarted(subscription) || person.emailVerified) return nothing
  return leave(existing, {}, [{ kind: 'forget-person' }])
}

/**
 * Ends a person's subscriptions on refusal or erasure: live ones are cancelled, and payments for periods that never
 * started are refunded.
 */
function leave(
  { subscription, person, billing }: ExistingSubscription,
  data: { comment?: string; reason?: CancellationReason },
  effects: Effect[] = [],
): Transition {
  if (!isLive(subscription)) return nothing
  const paid = billing?.payments ?? [subscription.payment]
  const refund = neverStarted(subscription) ? paid.flatMap((payment) => payBack(person, payment)) : []
  return { events: [{ type: 'SUBSCRIPTION_CANCELLED', data }], effects: [...refund, ...effects] }
}

function endDateOver(
  { subscription, billing }: ExistingSubscription,
  { provider }: Extract<Occurrence, { kind: 'end-date-over' }>,
  now: Date,
): Transition {
  const { status, endDate } = subscription
  if (status !== 'active' || !endDate || !isOver(endDate, now)) return nothing
  if (outlastsEndDate({ ...subscription, awaited: billing?.awaited ?? false })) {
    if (!provider) return { events: [], effects: [{ kind: 'ask-provider' }] }
    if (provider === 'awaited') return nothing
    if (provider === 'no-answer' && !isOver(addDays(endDate, waitInDays), now)) return nothing
  }
  return { events: [{ type: 'STATUS_CHANGED', data: { status: 'expired' } }] }
}
