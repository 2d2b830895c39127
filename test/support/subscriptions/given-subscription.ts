import assert from 'node:assert/strict'
import type { Billing, Command, Decision, Effect, Facts, Others } from '../../../domain/subscription/commands.ts'
import { decide } from '../../../domain/subscription/decide.ts'
import { apply } from '../../../domain/subscription/events.ts'
import type { SubscriptionEvent } from '../../../domain/subscription/events.ts'
import type { PersonFacts, PlanTerms, Subscription } from '../../../domain/subscription/subscription.ts'

const sold = { product: 'analytics', currency: 'usd', conditions: 'Be kind.', durationInDays: null } as const

export const trial: PlanTerms = {
  ...sold,
  type: 'trial',
  name: 'analytics-trial',
  title: 'Analytics trial',
  priceMinor: 0,
  durationInDays: 30,
  recurringInterval: null,
  recurringIntervalCount: null,
}
export const weekly = paidPlan('weekly', 'week', 1900)
export const monthly = paidPlan('monthly', 'month', 9900)
export const annual = paidPlan('annual', 'year', 118_800)

function paidPlan(period: string, recurringInterval: 'week' | 'month' | 'year', priceMinor: number): PlanTerms {
  return {
    ...sold,
    type: 'subscription',
    name: `analytics-${period}`,
    title: `Analytics ${period}`,
    priceMinor,
    recurringInterval,
    recurringIntervalCount: 1,
  }
}

export const ok: PersonFacts = {
  emailVerified: true,
  dplStatus: 'PASS',
  deniedCountry: false,
  erased: false,
  refundForbidden: false,
}
export const waiting: PersonFacts = { ...ok, dplStatus: 'PENDING' }
export const alone: Others = { live: false, everOwned: false, stillCharged: [] }

/**
 * Returns a date: `on('11-20')` is a moment of 20 November 2026, `on('12-20', '00:00')` that day itself; a year may
 * precede.
 */
export function on(day: string, time = '15:04'): Date {
  return new Date(`${day.length === 5 ? `2026-${day}` : day}T${time}:00Z`)
}

/** Narrows a decision to an accepted one; a refusal fails the test. */
export function accepted(decision: Decision): { events: SubscriptionEvent[]; effects: Effect[] } {
  assert.ok(!('refused' in decision), `refused: ${JSON.stringify(decision)}`)
  return decision
}

/** Decides, and returns the result with the types of the events in order. */
export function happens(
  facts: Partial<Facts>,
  command: Command,
  now: Date,
): { types: string[]; effects: Effect[]; after: Subscription } {
  const subscription = facts.subscription ?? null
  const { events, effects } = accepted(decide({ person: ok, others: alone, ...facts, subscription }, command, now))
  const after = events.reduce<Subscription | null>(apply, subscription)
  assert.ok(after)
  return { types: events.map(({ type }) => type), effects, after }
}

/** Returns a trial or a paid subscription that began on 20 November 2026, in one of its possible states. */
export function given(
  state: 'waiting' | 'active' | 'stopped' | 'held' | 'expired' | 'cancelled',
  plan: PlanTerms = monthly,
): Subscription {
  const by = 'somebody@example.com'
  const taken: Command =
    plan.type === 'trial'
      ? { kind: 'start-trial', by, id: 's1', plan }
      : {
          kind: 'payment-confirmed',
          by: 'billing',
          id: 's1',
          plan,
          payment: 'in_1',
          paidAt: on('11-20'),
          periodEnd: plan === weekly ? on('11-27') : plan === annual ? on('2027-11-20') : on('12-20'),
        }
  const person = state === 'waiting' ? waiting : ok
  const subscription = happens({ person }, taken, on('11-20')).after
  const next = (command: Command, now: Date, then: PersonFacts = ok): Subscription =>
    happens({ subscription, person: then }, command, now).after
  switch (state) {
    case 'waiting':
    case 'active':
      return subscription
    case 'stopped':
      return next({ kind: 'stop-renewal', by }, on('11-21'))
    case 'held':
      return next({ kind: 'clearance-changed', by: 'system' }, on('11-25'), waiting)
    case 'expired':
      return next({ kind: 'end-date-over', by: 'system', provider: 'unpaid' }, on('2028-01-01'))
    case 'cancelled':
      return next({ kind: 'cancel', by, comment: 'asked by phone' }, on('11-25'))
  }
}

/** The provider's side of what `given` creates. */
export const running: Billing = {
  periodEnd: on('12-20'),
  ended: false,
  paidBack: false,
  disputed: false,
  awaited: false,
}
