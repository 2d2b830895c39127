import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { annual, monthly, trial, weekly } from '../../test/support/subscriptions/given-subscription.ts'
import { apply, type SubscriptionEvent } from '../subscription/events.ts'
import type { PlanTerms, Subscription } from '../subscription/subscription.ts'
import { monthlyAmount, MovementSum, movementsOf } from './movements.ts'

const on = (day: number, hour = 12) => new Date(Date.UTC(2026, 0, day, hour))
const event = (day: number, body: object, hour?: number) =>
  ({ addedBy: 'billing', ...body, at: on(day, hour) }) as SubscriptionEvent
const created = (day: number, plan: PlanTerms, paid = true) =>
  event(day, { type: 'SUBSCRIPTION_CREATED', data: { id: 's', plan, ...(paid ? { paidUntil: on(day + 30) } : {}) } })
const expired = (day: number, hour?: number) =>
  event(day, { type: 'STATUS_CHANGED', data: { status: 'expired' } }, hour)
const activeAgain = (day: number, hour?: number) =>
  event(day, { type: 'STATUS_CHANGED', data: { status: 'active' } }, hour)
const changed = (day: number, plan: PlanTerms) => event(day, { type: 'PLAN_CHANGED', data: { plan, comment: '' } })

const told = (events: SubscriptionEvent[]) =>
  movementsOf(events).map(({ day, kind, plan, count, amount }) => [day.getUTCDate(), kind, plan, count, amount])

describe('the amount per month', () => {
  it('is the price divided by the months of its interval', () => {
    const of = (changes: Partial<PlanTerms>) => monthlyAmount({ ...monthly, ...changes } as PlanTerms)
    assert.equal(of({ priceMinor: 1200, recurringInterval: 'month', recurringIntervalCount: 1 }), 1200)
    assert.equal(of({ priceMinor: 3000, recurringInterval: 'month', recurringIntervalCount: 3 }), 1000)
    assert.equal(of({ priceMinor: 118_800, recurringInterval: 'year', recurringIntervalCount: 1 }), 9900)
    assert.equal(of({ priceMinor: 4900, recurringInterval: 'week', recurringIntervalCount: 1 }), 21_233)
    assert.equal(of({ priceMinor: 1200, recurringInterval: null, recurringIntervalCount: null }), 1200)
  })
})

describe('the movements of a subscription', () => {
  const perMonth = monthlyAmount(monthly)

  it('are its start, its end and its return', () => {
    assert.deepEqual(told([created(1, monthly), expired(5), activeAgain(9)]), [
      [1, 'new', monthly.name, 1, perMonth],
      [5, 'churn', monthly.name, -1, -perMonth],
      [9, 'reactivation', monthly.name, 1, perMonth],
    ])
  })

  it('are the difference of a plan change, and move the former revenue to the new plan', () => {
    assert.deepEqual(told([created(1, monthly), changed(3, weekly)]), [
      [1, 'new', monthly.name, 1, perMonth],
      [3, 'moved', monthly.name, -1, -perMonth],
      [3, 'moved', weekly.name, 1, perMonth],
      [3, 'contraction', weekly.name, 0, monthlyAmount(weekly) - perMonth],
    ])
  })

  it('are none for a trial, for a complimentary plan, and for a change that is undone within a day', () => {
    assert.deepEqual(told([created(1, trial)]), [])
    assert.deepEqual(told([created(1, monthly, false)]), [])
    assert.equal(told([created(1, monthly), expired(5, 8), activeAgain(5, 9)]).length, 1)
  })

  it('are none for one that is refunded on its first day, and new and churn for one that is refunded on the next', () => {
    assert.deepEqual(told([created(1, monthly), expired(1, 20)]), [])
    assert.deepEqual(
      told([created(1, monthly), expired(2, 8)]).map(([day, kind]) => [day, kind]),
      [
        [1, 'new'],
        [2, 'churn'],
      ],
    )
  })

  it('belong to the month in which the subscription first counted', () => {
    const movements = movementsOf([created(1, monthly), expired(40), activeAgain(80)])
    assert.deepEqual([...new Set(movements.map(({ cohort }) => cohort.toISOString()))], ['2026-01-01T00:00:00.000Z'])
  })

  it('belong to the cohort of the month in which it first counted, not of its creation', () => {
    const paid = event(35, { type: 'END_DATE_CHANGED', data: { endDate: on(60), paidUntil: on(60) } })
    const trialFirst = [created(20, trial, false), changed(25, monthly), paid]
    const [first] = movementsOf(trialFirst)
    assert.equal(first?.kind, 'new')
    assert.deepEqual(first.cohort, new Date('2026-02-01T00:00:00Z'))
    assert.deepEqual(first.day, new Date('2026-02-04T00:00:00Z'))
  })

  it('are an expansion if the new plan costs more a month, and only a move if it costs the same', () => {
    const dearer = { ...monthly, name: 'analytics-pro', priceMinor: monthly.priceMinor + 1000 }
    assert.deepEqual(told([created(1, monthly), changed(3, dearer)]).slice(1), [
      [3, 'moved', monthly.name, -1, -perMonth],
      [3, 'moved', dearer.name, 1, perMonth],
      [3, 'expansion', dearer.name, 0, 1000],
    ])
    const same = { ...monthly, name: 'analytics-same' }
    assert.deepEqual(told([created(1, monthly), changed(3, same)]).slice(1), [
      [3, 'moved', monthly.name, -1, -perMonth],
      [3, 'moved', same.name, 1, perMonth],
    ])
    const raised = { ...monthly, priceMinor: monthly.priceMinor + 1000 }
    assert.deepEqual(told([created(1, monthly), changed(3, raised)]).slice(1), [
      [3, 'expansion', monthly.name, 0, 1000],
    ])
  })

  it('are an end and a return if the new plan is in another currency', () => {
    const euro = { ...monthly, name: 'analytics-euro', currency: 'eur' }
    const movements = movementsOf([created(1, monthly), changed(3, euro)]).slice(1)
    assert.deepEqual(
      movements.map(({ kind, plan, currency, count, amount }) => [kind, plan, currency, count, amount]),
      [
        ['churn', monthly.name, 'usd', -1, -perMonth],
        ['reactivation', euro.name, 'eur', 1, perMonth],
      ],
    )
  })

  it('are none for a paid plan with a price of zero, and for a trial at any price', () => {
    assert.deepEqual(told([created(1, { ...trial, priceMinor: 100 })]), [])
    assert.deepEqual(told([created(1, { ...monthly, priceMinor: 0 })]), [])
  })

  it('are on the day of the last of two changes, even if the first was on the day before', () => {
    assert.deepEqual(
      told([created(1, monthly), expired(5, 23), activeAgain(6, 0)]).map(([day, kind]) => [day, kind]),
      [
        [1, 'new'],
        [5, 'churn'],
        [6, 'reactivation'],
      ],
    )
  })

  it('add up to its contribution after any sequence of events', () => {
    const step = fc.oneof(
      fc.constant({ type: 'SUBSCRIPTION_CANCELLED', data: {} }),
      fc.constant({ type: 'SUBSCRIPTION_MARKED_PENDING', data: {} }),
      fc.constant({ type: 'SUBSCRIPTION_ACTIVATED', data: {} }),
      fc.constantFrom('active', 'expired').map((status) => ({ type: 'STATUS_CHANGED', data: { status } })),
      fc.constantFrom(weekly, monthly, annual).map((plan) => ({ type: 'PLAN_CHANGED', data: { plan, comment: '' } })),
    )
    const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), step), { maxLength: 20 })
    fc.assert(
      fc.property(history, fc.constantFrom(weekly, monthly, annual), (steps, plan) => {
        let day = 1
        const events = [created(1, plan), ...steps.map(([days, body]) => event((day += days), body))]
        const state = events.reduce<Subscription | null>(apply, null)!
        const movements = movementsOf(events)
        const total = (name?: string) =>
          movements
            .filter((one) => name === undefined || one.plan === name)
            .reduce((sum, { amount }) => sum + amount, 0)
        const expected = state.status === 'active' ? monthlyAmount(state.plan) : 0
        assert.equal(total(), expected)
        assert.equal(total(state.plan.name), expected)
        assert.equal(
          movements.reduce((sum, { count }) => sum + count, 0),
          state.status === 'active' ? 1 : 0,
        )
        const sum = new MovementSum()
        sum.add(movements)
        assert.equal(
          sum.rows().reduce((all, { amount }) => all + amount, 0),
          expected,
        )
      }),
    )
  })
})

describe('the sum of movements', () => {
  const [one] = movementsOf([created(1, monthly)])
  assert.ok(one)
  const rowsOf = (...movements: (typeof one)[]) => {
    const sum = new MovementSum()
    for (const movement of movements) sum.add([movement])
    return sum.rows()
  }

  it('merges equal movements of several subscriptions into one row, and does not change them', () => {
    const given = { ...one }
    assert.deepEqual(rowsOf(given, { ...one, count: 2, amount: 5 }), [
      { ...one, count: one.count + 2, amount: one.amount + 5 },
    ])
    assert.deepEqual(given, one)
  })

  it('has a separate row for another day, kind, plan, currency or month of start', () => {
    const others = [
      { day: on(2) },
      { kind: 'churn' },
      { plan: 'other' },
      { currency: 'eur' },
      { cohort: on(2) },
    ] as const
    for (const other of others) assert.deepEqual(rowsOf(one, { ...one, ...other }), [one, { ...one, ...other }])
  })
})
