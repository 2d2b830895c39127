import assert from 'node:assert/strict'
import { test } from 'vitest'
import { planChangeRefusal } from './plan-change.ts'
import type { PlanTerms, Subscription } from './subscription.ts'

const monthly: PlanTerms = {
  type: 'subscription',
  product: 'analytics',
  name: 'monthly',
  title: 'Monthly',
  priceMinor: 14_900,
  currency: 'usd',
  conditions: '',
  durationInDays: null,
  recurringInterval: 'month',
  recurringIntervalCount: 1,
}
const annual: PlanTerms = {
  ...monthly,
  name: 'annual',
  title: 'Annual',
  priceMinor: 118_800,
  recurringInterval: 'year',
}
const trial: PlanTerms = {
  ...monthly,
  type: 'trial',
  name: 'trial',
  durationInDays: 30,
  recurringInterval: null,
  recurringIntervalCount: null,
}
const day = new Date('2026-12-20T00:00:00Z')
const running: Subscription = {
  id: 'one',
  plan: monthly,
  status: 'active',
  createdDate: new Date('2026-11-20T12:00:00Z'),
  startDate: new Date('2026-11-20T12:00:00Z'),
  endDate: day,
  onHoldSince: null,
  renewal: 'on',
  paidUntil: day,
  payment: 'pi_1',
  grantedUntil: null,
  extendedByOwner: false,
  latestComment: null,
}

test('only a paid subscription that is active, renews and owes nothing changes to another paid plan of its product', () => {
  assert.equal(planChangeRefusal(running, annual, 'paid', false), null)
  const refused: [Partial<Subscription>, PlanTerms, Parameters<typeof planChangeRefusal>[2], string][] = [
    [{ plan: trial, renewal: 'none' }, annual, null, 'CHANGE_NOT_PAID'],
    [{ renewal: 'none' }, annual, null, 'CHANGE_NOT_PAID'],
    [{ status: 'pending', onHoldSince: day }, annual, 'paused', 'NOT_CLEARED'],
    [{ status: 'expired' }, annual, 'ended', 'NOT_RUNNING'],
    [{ status: 'cancelled' }, annual, 'paid', 'NOT_RUNNING'],
    [{}, monthly, 'paid', 'CHANGE_NOT_OFFERED'],
    [{}, trial, 'paid', 'CHANGE_NOT_OFFERED'],
    [{}, { ...annual, product: 'statistics' }, 'paid', 'CHANGE_NOT_OFFERED'],
    [{}, { ...annual, currency: 'eur' }, 'paid', 'CHANGE_NOT_OFFERED'],
    [{ renewal: 'stopped' }, annual, 'paid', 'CHANGE_NOT_RENEWING'],
    [{ grantedUntil: day }, annual, 'paid', 'CHANGE_EXTENDED'],
    [{}, annual, 'past_due', 'CHANGE_PAYMENT_OPEN'],
    [{}, annual, 'disputed', 'CHANGE_PAYMENT_OPEN'],
    [{}, annual, null, 'CHANGE_PAYMENT_OPEN'],
  ]
  assert.equal(planChangeRefusal(running, annual, 'paid', true), 'CHANGE_REFUNDED')
  for (const [changes, to, payment, code] of refused) {
    assert.equal(planChangeRefusal({ ...running, ...changes }, to, payment, false), code)
  }
})

test('days granted before the current period do not prevent a change', () => {
  const granted = new Date('2026-12-01T00:00:00Z')
  assert.equal(planChangeRefusal({ ...running, grantedUntil: granted }, annual, 'paid', false), null)
})
