import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { BillingPayment, BillingRefund } from '../billing-snapshot.ts'
import { accessAfter, refundsToTell } from './refund-notice.ts'

const now = new Date('2026-12-01T12:00:00Z')
const refund = (id: string, more: Partial<BillingRefund> = {}): BillingRefund => ({
  id,
  amount: 4900,
  at: new Date('2026-12-01T11:00:00Z'),
  status: 'succeeded',
  request: null,
  ...more,
})
const payment = (refunds: BillingRefund[]): BillingPayment => ({
  id: 'pi_1',
  status: 'succeeded',
  received: 14_900,
  refunded: 4900,
  refunds,
  disputes: [],
})
const ids = (refunds: BillingRefund[]) => refundsToTell([payment(refunds)], now).map(({ refund: { id } }) => id)

test('the email about refunds includes every completed or pending refund, and no failed one', () => {
  const all = [refund('re_1'), refund('re_2', { status: 'pending' }), refund('re_3', { status: 'failed' })]
  assert.deepEqual(ids(all), ['re_1', 're_2'])
})

test('the email about refunds excludes those made more than a week ago', () => {
  const at = (moment: string) => ({ at: new Date(moment) })
  assert.deepEqual(ids([refund('re_1', at('2026-11-24T12:00:00Z')), refund('re_2', at('2026-11-24T11:59:59Z'))]), [
    're_1',
  ])
})

test('the email about refunds states whether access continues, ends on a day, or has ended', () => {
  const endDate = new Date('2026-12-20T00:00:00Z')
  assert.deepEqual(accessAfter({ status: 'active', renewal: 'on', endDate }), { kind: 'goes-on' })
  assert.deepEqual(accessAfter({ status: 'active', renewal: 'stopped', endDate }), { kind: 'until', endDate })
  assert.deepEqual(accessAfter({ status: 'expired', renewal: 'ended', endDate }), { kind: 'ended' })
  assert.deepEqual(accessAfter({ status: 'cancelled', renewal: 'on', endDate }), { kind: 'ended' })
  assert.equal(accessAfter({ status: 'pending', renewal: 'on', endDate: null }), null)
})
