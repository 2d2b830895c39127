/**
 * The lives of fictional subscriptions. Each is a sequence of commands to the shop's own `decide`, so that a seeded
 * history is possible in reality, and its state follows from the events.
 */
import { addDays, isOver, utcMidnight } from '../../domain/calendar.ts'
import { addInterval } from '../../domain/catalogue/interval.ts'
import type { Billing, Command } from '../../domain/subscription/commands.ts'
import { decide } from '../../domain/subscription/decide.ts'
import { apply, type SubscriptionEvent } from '../../domain/subscription/events.ts'
import {
  endOfTerm,
  type PersonFacts,
  type PlanTerms,
  type Subscription,
} from '../../domain/subscription/subscription.ts'
import type { Random } from './random.ts'
import { remark } from './remarks.ts'

export type Life = { subscription: Subscription; events: SubscriptionEvent[] }

/** The owner of the subscription, and the present time. */
export type Circumstances = {
  random: Random
  now: Date
  /** The subscriber's own address. */
  owner: string
  administrators: readonly string[]
  /** Whether a potential buyer buys, because only some people should pay. */
  pays: () => boolean
}

export const clearedPerson: PersonFacts = {
  emailVerified: true,
  dplStatus: 'PASS',
  deniedCountry: false,
  erased: false,
  refundForbidden: false,
}

export type PaidTerms = Extract<PlanTerms, { type: 'subscription' }>

const minute = 60_000
const hour = 60 * minute
const alone = { live: false, everOwned: false, stillCharged: [] }

export type History = {
  life(): Life
  /** Runs a command at a time before now; `person` is the subscriber as of that time. */
  record(at: Date, command: Command, person?: PersonFacts, billing?: Billing): void
  /** A time on that day, before now. */
  during(day: Date): Date
}

/** Begins a history. Throws if the shop would refuse a command: an impossible history is a fault of its caller. */
export function begin({ random, now }: Pick<Circumstances, 'random' | 'now'>): History {
  let subscription: Subscription | null = null
  const events: SubscriptionEvent[] = []
  const latest = now.getTime() - minute
  return {
    life() {
      if (!subscription) throw new Error('a history without a beginning')
      return { subscription, events }
    },
    record(at, command, person = clearedPerson, billing) {
      const facts = { subscription, person, others: alone, ...(billing ? { billing } : {}) }
      const decision = decide(facts, command, at)
      if ('refused' in decision) throw new Error(`${command.kind} was refused: ${decision.refused}`)
      subscription = decision.events.reduce<Subscription | null>(apply, subscription)
      events.push(...decision.events)
    },
    during(day) {
      const last = events.at(-1)?.at.getTime() ?? 0
      const wanted = utcMidnight(day).getTime() + random.from(6 * hour, 20 * hour)
      return new Date(Math.min(latest, Math.max(wanted, last + minute)))
    },
  }
}

/** Returns a day between two, inclusive. */
const dayBetween = (random: Random, from: Date, to: Date) =>
  addDays(from, random.below(Math.max(1, Math.round((to.getTime() - from.getTime()) / (24 * hour)) + 1)))

export type TrialKind = 'running' | 'over' | 'extended' | 'cancelled'

/** A trial of a cleared person that starts at `at`; `kind` decides how it ends. */
export function trialHistory(circumstances: Circumstances, plan: PlanTerms, kind: TrialKind, at: Date): History {
  const { random, now, owner, administrators } = circumstances
  const history = begin(circumstances)
  history.record(at, { kind: 'start-trial', id: random.id(), plan, by: owner })
  const endDate = endOfTerm(plan, at)
  const on = history.during(dayBetween(random, addDays(at, 1), endDate < now ? endDate : addDays(now, -1)))
  const by = random.of(administrators)
  if (kind === 'cancelled') history.record(on, { kind: 'cancel', comment: remark(random, 'cancel'), by })
  if (kind === 'extended') {
    const later = addDays(endDate, random.of([7, 14, 14, 30]))
    history.record(on, { kind: 'extend', endDate: later, comment: remark(random, 'extend'), by })
  }
  return continueToNow(circumstances, history)
}

export type PaidKind = 'renewing' | 'stopped' | 'changed' | 'restored' | 'cancelled' | 'run-out' | 'failed'

const lasting: ReadonlySet<PaidKind> = new Set(['renewing', 'stopped', 'changed', 'restored'])

/**
 * A paid subscription from its first payment at `at`, renewed whenever it is due: until now, or for `periods` if its
 * kind ends. `longer` is a plan to which it may change.
 */
export function paidHistory(
  circumstances: Circumstances,
  { plan, longer }: { plan: PaidTerms; longer: PaidTerms | null },
  kind: PaidKind,
  at: Date,
  periods: number,
): History {
  const { random, now, owner, administrators } = circumstances
  const history = begin(circumstances)
  const periodEnd = (count: number) => addInterval(at, plan.recurringInterval, plan.recurringIntervalCount * count)
  const first = { payment: paymentId(random), paidAt: at, periodEnd: periodEnd(1) }
  history.record(at, { kind: 'payment-confirmed', id: random.id(), plan, ...first, by: 'billing' })
  // A renewal is charged an hour after the moment that the period counts from.
  const chargedAt = at.getTime() - utcMidnight(at).getTime() + hour
  let paid = 1
  for (; periodEnd(paid) < utcMidnight(now) && (lasting.has(kind) || paid < periods); paid += 1) {
    const due = new Date(periodEnd(paid).getTime() + chargedAt + random.from(0, 5 * minute))
    history.record(due, {
      kind: 'renewal-paid',
      payment: paymentId(random),
      periodEnd: periodEnd(paid + 1),
      by: 'billing',
    })
  }
  const end = periodEnd(paid)
  const yesterday = addDays(now, -1)
  const on = history.during(dayBetween(random, addDays(periodEnd(paid - 1), 1), end < yesterday ? end : yesterday))
  const by = random.of(administrators)
  if (kind === 'stopped' || kind === 'run-out') history.record(on, { kind: 'stop-renewal', by: owner })
  if (kind === 'failed' && end < yesterday) {
    history.record(new Date(end.getTime() + chargedAt), {
      kind: 'renewal-failed',
      due: end,
      notice: null,
      by: 'billing',
    })
  }
  if (kind === 'cancelled' || kind === 'restored')
    history.record(on, { kind: 'cancel', comment: remark(random, 'cancel'), by })
  if (kind === 'restored') {
    const billing: Billing = { periodEnd: end, ended: false, paidBack: false, disputed: false, awaited: false }
    const undo: Command = { kind: 'undo', comment: remark(random, 'undo'), by }
    history.record(history.during(addDays(on, 1)), undo, clearedPerson, billing)
  }
  if (kind === 'changed' && longer) {
    const changed = history.during(addDays(now, -random.from(1, 5)))
    const bought = { payment: paymentId(random), periodEnd: endOfTerm(longer, changed) }
    history.record(changed, { kind: 'plan-changed', plan: longer, ...bought, by: 'billing' })
  }
  return continueToNow(circumstances, history)
}

/** The pending subscription of a person who is not cleared, ordered at `at`. */
export function waitingHistory(circumstances: Circumstances, plan: PlanTerms, person: PersonFacts, at: Date): History {
  const { random, owner } = circumstances
  const history = begin(circumstances)
  const id = random.id()
  if (plan.type === 'trial') history.record(at, { kind: 'start-trial', id, plan, by: owner }, person)
  else {
    const payment = { payment: paymentId(random), paidAt: at, periodEnd: endOfTerm(plan, at) }
    history.record(at, { kind: 'payment-confirmed', id, plan, ...payment, by: 'billing' }, person)
  }
  return history
}

/** Applies the shop's automatic acts until now, and an occasional comment. */
export function continueToNow({ random, now, administrators }: Circumstances, history: History): History {
  const { endDate, status } = history.life().subscription
  if (status === 'active' && endDate && isOver(endDate, now)) {
    // In the first minute after the last day with access.
    const over = new Date(addDays(endDate, 1).getTime() + random.below(minute))
    history.record(over, { kind: 'end-date-over', provider: 'unpaid', by: 'system' })
  }
  if (random.happens(0.03)) {
    const comment = remark(random, 'comment')
    history.record(history.during(addDays(now, -1)), { kind: 'comment', comment, by: random.of(administrators) })
  }
  return history
}

function paymentId(random: Random): string {
  return `pi_seed${random.id().replaceAll('-', '').slice(0, 17)}`
}
