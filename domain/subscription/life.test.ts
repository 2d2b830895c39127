import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { annual, monthly, trial, weekly } from '../../test/support/subscriptions/given-subscription.ts'
import { replay } from '../../test/support/subscriptions/replay.ts'
import { speaksFor, stateOf, table } from '../../test/support/subscriptions/subscription-table.ts'
import { changePerson, fromToday, newWorld, play } from '../../test/support/subscriptions/subscription-world.ts'
import type { Holding, World } from '../../test/support/subscriptions/subscription-world.ts'
import { utcMidnight } from '../calendar.ts'
import { reasonActs, type ReasonAct } from './acts.ts'
import type { Command } from './commands.ts'
import { subscriptionEvent } from './events.ts'
import type { EventType, SubscriptionEvent } from './events.ts'
import { charging, cleared, isLive } from './subscription.ts'
import type { PersonFacts, Subscription } from './subscription.ts'
import { subscriptionTypes } from '../catalogue/plan.ts'

const reached = new Set<string>()

type Step =
  | { do: 'wait'; hours: number }
  | { do: 'change'; person: Partial<PersonFacts> }
  | { do: 'begin'; kind: (typeof begins)[number]; plan: number; late: number }
  | { do: 'act'; apt: boolean; pick: number; which: number; days: number; payment: number; answer: number }

const begins = ['start-trial', 'payment-confirmed', 'payment-confirmed', 'grant'] as const
const acts = (Object.keys(table) as Command['kind'][]).filter((kind) => kind !== 'start-trial' && kind !== 'grant')
const reports: ReadonlySet<Command['kind']> = new Set([
  'renewal-paid',
  'past-period-paid',
  'renewal-failed',
  'failure-settled',
  'plan-changed',
  'price-changed',
  'ended-by-provider',
  'payment-returned',
  'stopped-in-portal',
  'resumed-in-portal',
  'dispute-changed',
])
const paidPlans = [weekly, monthly, annual] as const

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 1000 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      person: fc.oneof(
        {
          weight: 12,
          arbitrary: fc.constant({ emailVerified: true, dplStatus: 'PASS', deniedCountry: false } as const),
        },
        { weight: 4, arbitrary: fc.record({ dplStatus: fc.constantFrom('PENDING', 'PENDING', 'FAIL') }) },
        { weight: 3, arbitrary: fc.constantFrom({ deniedCountry: true }, { emailVerified: false }) },
        { weight: 2, arbitrary: fc.record({ refundForbidden: fc.boolean() }) },
        { weight: 1, arbitrary: fc.constant({ erased: true }) },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('begin' as const),
      kind: fc.constantFrom(...begins),
      plan: fc.nat(2),
      late: fc.nat(3),
    }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      apt: fc.boolean(),
      pick: fc.nat(99),
      which: fc.nat(9),
      days: fc.integer({ min: -5, max: 60 }),
      payment: fc.nat(2),
      answer: fc.nat(3),
    }),
  },
)

type Act = Extract<Step, { do: 'act' }>

/** Half of the acts suit the present state, so that lives make progress; the others are random. */
function kindOf({ subscription }: Holding, { apt, pick }: Act): Command['kind'] {
  const fitting = acts.filter((kind) => Object.keys(table[kind]).some((row) => row.startsWith(stateOf(subscription))))
  return (apt ? fitting : acts)[pick % (apt ? fitting : acts).length] ?? 'comment'
}

const isReasonAct = (kind: Command['kind']): kind is ReasonAct => reasonActs.some((one) => one === kind)

const answers = [{}, { provider: 'unpaid' }, { provider: 'no-answer' }, { provider: 'awaited' }] as const

function commandOf(world: World, of: Subscription, kind: Command['kind'], act: Act): Command | undefined {
  const { days, payment, answer, pick } = act
  const day = fromToday(world, days)
  const by = reports.has(kind) ? 'billing' : 'somebody@example.com'
  // The provider knows no complimentary subscriptions.
  if (of.renewal === 'none' && of.plan.type === 'subscription' && reports.has(kind)) return undefined
  const withRefund = kind === 'cancel' && answer === 0 && { withRefund: true as const }
  if (isReasonAct(kind)) return { kind, by, comment: `because ${days}`, ...withRefund }
  switch (kind) {
    case 'start-trial':
    case 'grant':
    case 'person-refused':
    case 'person-forgotten':
      // These start elsewhere, or follow from a change of the person.
      return undefined
    case 'second-trial':
      return { kind, by: 'system' }
    case 'extend':
      return { kind, by, endDate: utcMidnight(day), comment: 'longer' }
    case 'extend-trial':
      return { kind, by, days: answer === 0 ? null : 14 }
    case 'end-date-over':
      return { kind, by, ...answers[answer] }
    case 'payment-confirmed': {
      if (of.plan.type === 'trial') return undefined
      const plan = paidPlans[answer] ?? weekly
      return { kind, by: 'billing', id: of.id, plan, payment: `pi_${pick}`, paidAt: world.now, periodEnd: day }
    }
    case 'dispute-changed':
      return { kind, by, disputed: answer === 0 }
    case 'renewal-paid':
      return { kind, by, payment: answer === 0 ? null : `in_${payment}`, periodEnd: day }
    case 'past-period-paid':
      return { kind, by, payment: `in_${payment}` }
    case 'renewal-failed':
      return { kind, by, due: day, notice: null }
    case 'plan-changed':
      return {
        kind,
        by,
        plan: paidPlans[answer] ?? weekly,
        ...(payment === 0 ? { payment: null, periodEnd: null } : { payment: `in_${payment}`, periodEnd: day }),
      }
    case 'price-changed':
      return { kind, by, plan: { ...of.plan, priceMinor: 100 + days } }
    case 'ended-by-provider':
      return { kind, by, on: fromToday(world, Math.min(0, days)) }
    case 'payment-returned':
      return { kind, by, payment: `in_${payment}`, payments: [`in_${payment}`], on: world.now }
    case 'failure-settled':
    case 'stop-renewal':
    case 'resume-renewal':
    case 'stopped-in-portal':
    case 'resumed-in-portal':
    case 'clearance-changed':
    case 'address-unconfirmed':
      return { kind, by }
  }
}

function take(world: World, step: Step): void {
  if (step.do === 'wait') world.now = new Date(world.now.getTime() + step.hours * 3_600_000)
  if (step.do === 'change' && !world.person.erased) changePerson(world, step.person, watch)
  if (step.do === 'begin') {
    const id = `s${world.holdings.length}`
    const plan = paidPlans[step.plan] ?? weekly
    const paidAt = fromToday(world, -step.late)
    const command: Command =
      step.kind === 'start-trial'
        ? { kind: step.kind, by: 'a@example.com', id, plan: trial }
        : step.kind === 'grant'
          ? { kind: step.kind, by: 'admin@example.com', id, plan, endDate: fromToday(world, 20), comment: 'a gift' }
          : { kind: step.kind, by: 'billing', id, plan, payment: 'in_0', paidAt, periodEnd: fromToday(world, 30) }
    watch(world, command)
  }
  if (step.do === 'act') {
    const holding = world.holdings[step.which % Math.max(1, world.holdings.length)]
    const command = holding && commandOf(world, holding.subscription, kindOf(holding, step), step)
    const was = stateOf(holding?.subscription)
    if (holding && command) watch(world, command, holding)
    if (holding && (command?.by === 'billing' || was === 'expired')) catchUp(world, holding)
    if (command?.kind === 'address-unconfirmed' && world.person.erased) changePerson(world, { erased: true }, watch)
  }
}

function watch(world: World, command: Command, holding?: Holding): void {
  const before = structuredClone(world)
  const was = stateOf(holding?.subscription)
  const decision = play(world, command, holding)
  if ('refused' in decision) return assert.deepEqual(world, before, 'a refusal changes nothing')
  if (decision.events.length === 0) return
  const row = `${was} > ${stateOf((holding ?? world.holdings.at(-1))?.subscription)}`
  const types = decision.events.map(({ type }) => type).join(' ')
  assert.ok(table[command.kind][row]?.includes(types), `${command.kind}: ${row}: ${types}`)
  reached.add(`${command.kind}: ${row}`)
}

/**
 * A stop or resumption that found no row is reported again with the next report, and when an expired subscription is
 * revived.
 */
function catchUp(world: World, holding: Holding): void {
  const { subscription, provider, billing } = holding
  const state = stateOf(subscription)
  if (subscription.renewal === 'none' || billing.ended || (state !== 'active' && state !== 'held')) return
  const stops = subscription.renewal !== 'on'
  if (stops === provider.stops) return
  watch(world, { kind: provider.stops ? 'stopped-in-portal' : 'resumed-in-portal', by: 'billing' }, holding)
}

function check(world: World): void {
  for (const type of subscriptionTypes) {
    const live = world.holdings.filter(({ subscription }) => subscription.plan.type === type && isLive(subscription))
    assert.ok(live.length <= 1, `${live.length} live ones of type ${type}`)
  }
  const trials = world.holdings.filter(({ subscription }) => subscription.plan.type === 'trial')
  assert.ok(trials.length <= 1, 'one trial, ever')
  for (const { subscription, history, billing, provider } of world.holdings) {
    const { status, startDate, endDate, onHoldSince, plan, renewal } = subscription
    if (status === 'active') assert.ok(cleared(world.person), 'active implies cleared')
    if (status === 'pending') assert.ok(!cleared(world.person), 'pending implies not cleared')
    assert.equal(startDate === null, endDate === null, 'started means having an end date')
    assert.equal(onHoldSince !== null, status === 'pending' && startDate !== null, 'held means pending and started')
    if (status === 'active' || status === 'expired') assert.ok(startDate, 'what runs or ran has started')
    if (endDate) assert.deepEqual(endDate, utcMidnight(endDate), 'end dates are days')
    const isComplimentary = history.some(({ data }) => 'complimentary' in data && data.complimentary)
    if (renewal === 'none') assert.ok(plan.type === 'trial' || isComplimentary)
    else assert.equal(plan.type, 'subscription')
    assert.deepEqual(replay(history), subscription, 'replaying the events gives the state')
    if (renewal !== 'none' && !billing.ended && isLive(subscription)) {
      const does = provider.stops ? 'off' : provider.paused ? 'paused' : 'on'
      const wanted = charging(subscription, billing.disputed)
      if (startDate) assert.equal(does, wanted, 'the provider charges as the state says')
      else assert.notEqual(does, 'on', 'what never started is not charged')
    }
  }
}

function stored(history: SubscriptionEvent[]): SubscriptionEvent[] {
  return history.map((event) => subscriptionEvent.parse(JSON.parse(JSON.stringify(event))))
}

/** Asserts that nothing changes without an event that accounts for the change. */
function checkSteps(history: SubscriptionEvent[]): void {
  for (const [index, event] of history.slice(1).entries()) {
    const before = replay(history.slice(0, index + 1))
    const after = replay(history.slice(0, index + 2))
    for (const [field, types] of Object.entries(speaksFor) as [keyof Subscription, EventType[]][]) {
      if (!types.includes(event.type))
        assert.deepEqual(after?.[field], before?.[field], `${event.type} changed ${field}`)
    }
  }
}

describe('any life of subscriptions', () => {
  const lives = fc.property(fc.array(steps, { minLength: 20, maxLength: 80, size: 'max' }), (story) => {
    const world = newWorld()
    for (const step of story) {
      take(world, step)
      check(world)
    }
    for (const { subscription, history } of world.holdings) {
      assert.deepEqual(replay(stored(history)), subscription, 'read back from JSON, the events still give the state')
      checkSteps(history)
    }
  })

  it('is legal at every step, replays from its events, and is charged as its state requires [4.20]', () => {
    fc.assert(lives, { numRuns: 300 })
    // The same lives in each run, so that they always reach the rarest rows.
    fc.assert(lives, { numRuns: 700, seed: 1 })
  })

  it('has covered every row of the table [3.10, 4.20]', () => {
    const rows = Object.entries(table).flatMap(([kind, ways]) => Object.keys(ways).map((way) => `${kind}: ${way}`))
    assert.deepEqual(
      rows.filter((row) => !reached.has(row)),
      [],
    )
  })
})
