import assert from 'node:assert/strict'
import { test } from 'vitest'
import { annual, given, monthly, on, trial } from '../../test/support/subscriptions/given-subscription.ts'
import { planChangeRefusal } from './plan-change.ts'
import type { PlanTerms, Subscription } from './subscription.ts'

const day = on('12-20', '00:00')
const running = given('active')

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
