import assert from 'node:assert/strict'
import { addDays, later } from '../../../domain/calendar.ts'
import type { Billing, Command, Effect, Facts } from '../../../domain/subscription/commands.ts'
import { decide } from '../../../domain/subscription/decide.ts'
import { apply } from '../../../domain/subscription/events.ts'
import type { SubscriptionEvent } from '../../../domain/subscription/events.ts'
import { charging, isLive } from '../../../domain/subscription/subscription.ts'
import type { PersonFacts, Subscription } from '../../../domain/subscription/subscription.ts'
import { ok, on } from './given-subscription.ts'
import type { SubscriptionType } from '../../../domain/catalogue/plan.ts'

/** One subscription with its history, and the state at the provider that its effects caused. */
export type Holding = {
  subscription: Subscription
  history: SubscriptionEvent[]
  billing: Billing
  provider: { stops: boolean; paused: boolean }
}

/**
 * One person, their subscriptions of one product, and the clock: the smallest world in which the table can be tested.
 */
export type World = { now: Date; person: PersonFacts; holdings: Holding[] }

export function newWorld(): World {
  return { now: on('11-20'), person: { ...ok }, holdings: [] }
}

/**
 * Decides and applies the effects, as the server would; returns the decision. The facts are frozen, which proves that
 * deciding is pure.
 */
export function play(world: World, command: Command, holding?: Holding): ReturnType<typeof decide> {
  const type = holding?.subscription.plan.type ?? (command.kind === 'start-trial' ? 'trial' : 'subscription')
  const facts = freeze(structuredClone(factsOf(world, type, holding)))
  const decision = decide(facts, freeze(structuredClone(command)), world.now)
  assert.deepEqual(decide(facts, command, world.now), decision, 'deciding twice is deciding the same')
  if ('refused' in decision) return decision
  let target = holding
  for (const event of decision.events) {
    const subscription = apply(target?.subscription ?? null, event)
    if (!target) {
      const periodEnd = command.kind === 'payment-confirmed' ? command.periodEnd : world.now
      const billing = { periodEnd, ended: false, paidBack: false, disputed: false, awaited: false }
      target = { subscription, history: [], billing, provider: { stops: false, paused: false } }
      world.holdings.push(target)
    }
    target.subscription = subscription
    target.history.push(event)
  }
  if (target) hear(target, command, decision.events.length > 0)
  for (const effect of decision.effects) carryOut(world, effect, target)
  return decision
}

/** Changes the person, and at the same time the effects on each subscription. */
export function changePerson(
  world: World,
  change: Partial<PersonFacts>,
  act: (world: World, command: Command, holding: Holding) => void,
): void {
  Object.assign(world.person, change)
  for (const holding of world.holdings) {
    if (change.dplStatus === 'FAIL') act(world, { kind: 'person-refused', by: 'admin', comment: 'no' }, holding)
    if (change.erased) act(world, { kind: 'person-forgotten', by: 'admin' }, holding)
    act(world, { kind: 'clearance-changed', by: 'system' }, holding)
  }
}

function factsOf(world: World, type: SubscriptionType, holding?: Holding): Facts {
  const others = world.holdings.filter((one) => one !== holding && one.subscription.plan.type === type)
  return {
    subscription: holding?.subscription ?? null,
    person: world.person,
    others: {
      live: others.some((one) => isLive(one.subscription)),
      everOwned: others.length > 0,
      subscribed: world.holdings.some(
        ({ subscription }) => subscription.plan.type === 'subscription' && isLive(subscription),
      ),
      stillCharged: others
        .filter(
          ({ subscription, billing }) => subscription.status === 'expired' && charging(subscription) && !billing.ended,
        )
        .map((one) => one.subscription.id),
    },
    ...(type === 'subscription' && holding && { billing: holding.billing }),
  }
}

/** Stores the content of a report, whether it changes the subscription or not. */
function hear({ billing, provider }: Holding, command: Command, changed: boolean): void {
  if (command.kind === 'renewal-paid') billing.periodEnd = later(billing.periodEnd, command.periodEnd)
  if (command.kind === 'plan-changed') billing.periodEnd = command.periodEnd ?? billing.periodEnd
  if (command.kind === 'ended-by-provider') billing.ended = true
  if (command.kind === 'payment-returned') billing.paidBack = true
  if (command.kind === 'stopped-in-portal') provider.stops = true
  if (command.kind === 'resumed-in-portal') provider.stops = false
  if (command.kind === 'dispute-changed') billing.disputed = command.disputed
  // A further purchase has a new subscription at the provider, which charges.
  if (command.kind === 'payment-confirmed' && changed) {
    Object.assign(billing, {
      periodEnd: command.periodEnd,
      ended: false,
      paidBack: false,
      disputed: false,
      awaited: false,
    })
    Object.assign(provider, { stops: false, paused: false })
  }
}

function carryOut(world: World, effect: Effect, target?: Holding): void {
  if (effect.kind === 'end-charging') {
    const ended = world.holdings.find((one) => one.subscription.id === effect.subscription)
    if (ended) ended.billing.ended = true
  }
  if (effect.kind === 'forget-person') world.person.erased = true
  if (!target) return
  if (effect.kind === 'refund') target.billing.paidBack = true
  if (effect.kind === 'move-next-charge') target.billing.periodEnd = effect.to
  if (effect.kind === 'set-charging') {
    target.provider.stops = effect.to === 'off'
    if (effect.to !== 'off') target.provider.paused = effect.to === 'paused'
  }
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  for (const part of Object.values(value)) freeze(part)
  return Object.freeze(value)
}

/** Returns the day a number of days from today, at the world's hour. */
export function fromToday(world: World, days: number): Date {
  return new Date(addDays(world.now, days).getTime() + (world.now.getTime() % 86_400_000))
}
