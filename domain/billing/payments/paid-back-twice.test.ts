import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { invoice } from '../../../test/support/billing/given-snapshot.ts'
import { on } from '../../../test/support/subscriptions/given-subscription.ts'
import { paidBackTwice } from './paid-back-twice.ts'
import { end, refund, first, second } from '../../../test/support/billing/given-records.ts'

describe('money that was returned twice', () => {
  const change = (over: Parameters<typeof invoice>[0]) =>
    invoice({
      id: 'in_2',
      status: 'paid',
      period: { start: on('12-05'), end: on('2027-12-05') },
      paidAt: on('12-05'),
      total: 111_650,
      credit: { amount: 7_150, periodEnd: end },
      ...over,
    })

  it('is credit for days that were refunded before', () => {
    const before = refund('pi_1', 12_000, { at: on('12-04') })
    assert.deepEqual(paidBackTwice([first, before], [change({})]), ['pi_1'])
    assert.deepEqual(paidBackTwice([first, { ...before, amount: 7_750 }], [change({})]), [])
    assert.deepEqual(paidBackTwice([first], [change({})]), [])
    assert.deepEqual(paidBackTwice([first, { ...before, state: 'failed' }], [change({})]), [])
  })

  it('is a refund of what was credited before, but not of what the credit has paid for', () => {
    assert.deepEqual(paidBackTwice([first, refund('pi_1', 14_900)], [change({})]), ['pi_1'])
    // The amount left on the balance is credit; the rest paid for the new plan, and can be refunded.
    const down = change({ period: { start: on('12-05'), end: on('12-12') }, total: -2_250 })
    assert.deepEqual(paidBackTwice([first, refund('pi_1', 12_650)], [down]), [])
    assert.deepEqual(paidBackTwice([first, refund('pi_1', 12_651)], [down]), ['pi_1'])
  })

  it('excludes a plan change within the period, and credit of another period', () => {
    const within = change({ period: { start: on('12-05'), end }, total: 2_399 })
    assert.deepEqual(paidBackTwice([first, second, refund('pi_1', 14_900)], [within]), [])
    const other = change({ credit: { amount: 7_150, periodEnd: on('2027-01-20') } })
    assert.deepEqual(paidBackTwice([first, refund('pi_1', 14_900)], [other]), [])
  })
})
