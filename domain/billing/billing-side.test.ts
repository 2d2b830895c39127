import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { snapshot } from '../../test/support/billing/given-snapshot.ts'
import { on } from '../../test/support/subscriptions/given-subscription.ts'
import { storedOf } from './billing-side.ts'
import type { BillingPayment } from './billing-snapshot.ts'
import type { PaymentRecord } from './payments/period-payments.ts'

const now = on('12-01')
const returned: BillingPayment = {
  id: 'pi_0',
  status: 'succeeded',
  received: 9900,
  refunded: 9900,
  refunds: [{ id: 're_0', amount: 9900, at: now, status: 'succeeded', request: null }],
  disputes: [],
}
const charge = (end: Date): PaymentRecord => ({
  kind: 'charge',
  state: 'paid',
  payment: 'pi_0',
  invoice: 'in_0',
  invoice_number: 'A-0',
  amount: 9900,
  period_end: end,
  at: on('10-20'),
})
const paidBack = (records: readonly PaymentRecord[], over = {}) => {
  const seen = { snapshot: snapshot({ payments: [returned], ...over }), charging: 'on', withheldUntil: null } as const
  return storedOf({ ...seen, standing: { kind: 'given', invoice: null } }, records, now).paidBackUntil !== null
}

describe('a subscription counts as paid back', () => {
  it('if a payment of a current period was refunded, whether it is listed among the invoices or not', () => {
    assert.equal(paidBack([charge(on('12-20'))]), true)
    const [first] = snapshot({}).invoices
    assert.equal(paidBack([], { invoices: [{ ...first, payment: 'pi_0' }] }), true)
  })

  it('not if the payment belongs to an earlier period, or to none', () => {
    assert.equal(paidBack([charge(on('11-20'))]), false)
    assert.equal(paidBack([]), false)
  })
})
