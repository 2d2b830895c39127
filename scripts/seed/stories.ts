/**
 * The lives of fictional subscriptions. Each is a sequence of commands to the shop's own `decide`, so that a seeded history is one
 * that could have happened, and its state is what the events tell.
 */
import { addDays, isOver, utcMidnight } from '../../domain/calendar.ts'
import { addInterval } from '../../domain/catalogue/interval.ts'
import type { Billing, Command } from '../../domain/subscription/commands.ts'
import { decide } from '../../domain/subscription/decide.ts'
import { apply, type SubscriptionEvent } from '../../domain/subscription/events.ts'
import { endOfTerm, type Person, type PlanTerms, type Subscription } from '../../domain/subscription/subscription.ts'
import type { Chance } from './chance.ts'
import { remark } from './remarks.ts'

export type Life = { subscription: Subscription; events: SubscriptionEvent[] }

/** Whose life it is, and when it is told. */
export type Teller = {
  chance: Chance
  now: Date
  /** The subscriber's own address. */
  owner: string
  administrators: readonly string[]
}

export const clearedPerson: Person = {
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

export type Story = {
  life(): Life
  /** Says a command at a moment that lies before now; `person` is the subscriber as they were then. */
  print(at: Date, command: Command, person?: Person, billing?: Billing): void
  /** A moment of that day, before now. */
  during(day: Date): Date
}

/** Begins a history. Throws where the shop would refuse: an impossible history is a fault of its caller. */
export function begin({ chance, now }: Pick<Teller, 'chance' | 'now'>): Story {
  let subscription: Subscription | null = null
  const events: SubscriptionEvent[] = []
  const latest = now.getTime() - minute
  return {
    life() {
      if (!subscription) throw new Error('a story without a beginning')
      return { subscription, events }
    },
    print(at, command, person = clearedPerson, billing) {
      const facts = { subscription, person, others: alone, ...(billing ? { billing } : {}) }
      const decision = decide(facts, command, at)
      if ('refused' in decision) throw new Error(`${command.kind} was refused: ${decision.refused}`)
      subscription = decision.events.reduce<Subscription | null>(apply, subscription)
      events.push(...decision.events)
    },
    during(day) {
      const last = events.at(-1)?.at.getTime() ?? 0
      const wanted = utcMidnight(day).getTime() + chance.from(6 * hour, 20 * hour)
      return new Date(Math.min(latest, Math.max(wanted, last + minute)))
    },
  }
}

/** Some day between two, both included. */
const dayBetween = (chance: Chance, from: Date, to: Date) =>
  addDays(from, chance.below(Math.max(1, Math.round((to.getTime() - from.getTime()) / (24 * hour)) + 1)))

export type TrialKind = 'running' | 'over' | 'extended' | 'cancelled'

/** A trial of a cleared person that starts at `at`; what happens to it then is the kind. */
export function tellTrial(teller: Teller, plan: PlanTerms, kind: TrialKind, at: Date): Story {
  const { chance, now, owner, administrators } = teller
  const story = begin(teller)
  story.print(at, { kind: 'start-trial', id: chance.id(), plan, by: owner })
  const endDate = endOfTerm(plan, at)
  const on = story.during(dayBetween(chance, addDays(at, 1), endDate < now ? endDate : addDays(now, -1)))
  const by = chance.of(administrators)
  if (kind === 'cancelled') story.print(on, { kind: 'cancel', comment: remark(chance, 'cancel'), by })
  if (kind === 'extended') {
    const later = addDays(endDate, chance.of([7, 14, 14, 30]))
    story.print(on, { kind: 'extend', endDate: later, comment: remark(chance, 'extend'), by })
  }
  return comeToNow(teller, story)
}

export type PaidKind = 'renewing' | 'stopped' | 'changed' | 'restored' | 'cancelled' | 'run-out' | 'failed'

const lasting: ReadonlySet<PaidKind> = new Set(['renewing', 'stopped', 'changed', 'restored'])

/**
 * A paid subscription from its first payment at `at`, renewed whenever it falls due: until now, or for `periods` where its
 * kind is one that comes to an end. `longer` is a plan that it may be changed to.
 */
export function tellPaid(
  teller: Teller,
  { plan, longer }: { plan: PaidTerms; longer: PaidTerms | null },
  kind: PaidKind,
  at: Date,
  periods: number,
): Story {
  const { chance, now, owner, administrators } = teller
  const story = begin(teller)
  const periodEnd = (count: number) => addInterval(at, plan.recurringInterval, plan.recurringIntervalCount * count)
  const first = { payment: paymentId(chance), paidAt: at, periodEnd: periodEnd(1) }
  story.print(at, { kind: 'payment-confirmed', id: chance.id(), plan, ...first, by: 'billing' })
  let paid = 1
  for (; periodEnd(paid) < utcMidnight(now) && (lasting.has(kind) || paid < periods); paid += 1) {
    const due = new Date(periodEnd(paid).getTime() + chance.from(5 * minute, hour))
    story.print(due, {
      kind: 'renewal-paid',
      payment: paymentId(chance),
      periodEnd: periodEnd(paid + 1),
      by: 'billing',
    })
  }
  const end = periodEnd(paid)
  const yesterday = addDays(now, -1)
  const on = story.during(dayBetween(chance, addDays(periodEnd(paid - 1), 1), end < yesterday ? end : yesterday))
  const by = chance.of(administrators)
  if (kind === 'stopped' || kind === 'run-out') story.print(on, { kind: 'stop-renewal', by: owner })
  if (kind === 'failed' && end < yesterday) {
    story.print(new Date(end.getTime() + 2 * hour), { kind: 'renewal-failed', due: end, notice: null, by: 'billing' })
  }
  if (kind === 'cancelled' || kind === 'restored')
    story.print(on, { kind: 'cancel', comment: remark(chance, 'cancel'), by })
  if (kind === 'restored') {
    const billing: Billing = { periodEnd: end, ended: false, paidBack: false, disputed: false, awaited: false }
    const undo: Command = { kind: 'undo', comment: remark(chance, 'undo'), by }
    story.print(story.during(addDays(on, 1)), undo, clearedPerson, billing)
  }
  if (kind === 'changed' && longer) {
    const changed = story.during(addDays(now, -chance.from(1, 5)))
    const bought = { payment: paymentId(chance), periodEnd: endOfTerm(longer, changed) }
    story.print(changed, { kind: 'plan-changed', plan: longer, ...bought, by: 'billing' })
  }
  return comeToNow(teller, story)
}

/** What a person who is not cleared has ordered at `at`: it waits. */
export function tellWaiting(teller: Teller, plan: PlanTerms, person: Person, at: Date): Story {
  const { chance, owner } = teller
  const story = begin(teller)
  const id = chance.id()
  if (plan.type === 'trial') story.print(at, { kind: 'start-trial', id, plan, by: owner }, person)
  else {
    const payment = { payment: paymentId(chance), paidAt: at, periodEnd: endOfTerm(plan, at) }
    story.print(at, { kind: 'payment-confirmed', id, plan, ...payment, by: 'billing' }, person)
  }
  return story
}

/** What the shop would have done by itself until now, and an occasional comment. */
export function comeToNow({ chance, now, administrators }: Teller, story: Story): Story {
  const { endDate, status } = story.life().subscription
  if (status === 'active' && endDate && isOver(endDate, now)) {
    // In the first minute of the day after the last with access.
    const over = new Date(addDays(endDate, 1).getTime() + chance.below(minute))
    story.print(over, { kind: 'end-date-over', provider: 'unpaid', by: 'system' })
  }
  if (chance.happens(0.03)) {
    const comment = remark(chance, 'comment')
    story.print(story.during(addDays(now, -1)), { kind: 'comment', comment, by: chance.of(administrators) })
  }
  return story
}

function paymentId(chance: Chance): string {
  return `in_seed${chance.id().replaceAll('-', '').slice(0, 17)}`
}
