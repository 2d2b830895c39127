import assert from 'node:assert/strict'
import { test } from 'vitest'
import { viewPayment } from './payment-view.ts'

const endDate = new Date('2028-03-10T00:00:00Z')
const stated = new Date('2028-02-20T00:00:00Z')

const noFacts = {
  billingId: 'sub_1',
  ended: false,
  periodEnd: endDate,
  disputed: false,
  charging: null,
  nextAmount: null,
  nextDiscount: null,
  nextCredit: null,
  currency: null,
  lastPaidAt: null,
  retryAt: null,
  payUrl: null,
  owed: null,
}

const nextCharge = (state: 'paid' | 'none' | 'past_due' | 'action_required') =>
  viewPayment(
    {
      id: 'of the test',
      status: 'active',
      renewal: 'on',
      startDate: null,
      endDate,
      onHoldSince: null,
      plan: { type: 'subscription', currency: 'usd' },
    },
    { ...noFacts, state, nextChargeAt: stated },
    'owner',
    stated,
  ).nextChargeAt

test('the next charge is not before the end of the paid time, unless it is that of an open invoice', () => {
  assert.equal(nextCharge('paid'), endDate.toISOString())
  assert.equal(nextCharge('none'), endDate.toISOString())
  assert.equal(nextCharge('past_due'), stated.toISOString())
  assert.equal(nextCharge('action_required'), stated.toISOString())
})
