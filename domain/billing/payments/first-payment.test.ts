import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { covering, invoice, snapshot } from '../../../test/support/billing/given-snapshot.ts'
import { on } from '../../../test/support/subscriptions/given-subscription.ts'
import type { BillingPayment, BillingSnapshot, BillingStatus } from '../billing-snapshot.ts'
import { firstPaymentOf, isLeftOver, orderStep } from './first-payment.ts'

const now = on('11-26')
const period = { start: on('11-20'), end: on('12-20') }
const next = { start: on('12-20'), end: on('01-20') }
const paid = invoice({ period, status: 'paid', payment: 'pi_1' })
const open = invoice({ period, status: 'open', payment: 'pi_1', attempts: 1 })
const statuses: BillingStatus[] = ['active', 'incomplete', 'past_due', 'unpaid']

function payment(status: BillingPayment['status'], over: Partial<BillingPayment> = {}): BillingPayment {
  return {
    id: 'pi_1',
    status,
    received: status === 'succeeded' ? 9900 : 0,
    refunded: 0,
    refunds: [],
    disputes: [],
    ...over,
  }
}

const unpaid = (
  status: BillingStatus,
  state: BillingPayment['status'] = 'unpaid',
  over: Partial<BillingSnapshot> = {},
) => snapshot({ period, status, invoices: [open], payments: [payment(state)], ...over })

describe('the first payment of an order', () => {
  it('is paid if the oldest invoice is paid, even if the subscription has ended since', () => {
    for (const endedAt of [null, on('11-25')]) {
      const first = firstPaymentOf(snapshot({ period, invoices: [paid], endedAt }), now)
      assert.deepEqual(first.kind === 'paid' && [first.period.payment, first.period.periodEnd], ['pi_1', on('12-20')])
    }
  })

  it('is paid if the first period costs nothing', () => {
    const first = firstPaymentOf(snapshot({ period, invoices: [] }), now)
    assert.deepEqual(first.kind === 'paid' && [first.period.payment, first.period.paidAt], [null, on('11-20')])
  })

  for (const status of statuses) {
    it(`is processing while the bank has not responded, even if the subscription is ${status}`, () => {
      assert.equal(firstPaymentOf(unpaid(status, 'processing'), now).kind, 'processing')
    })
    it(`is processing while the bank account awaits confirmation, even if the subscription is ${status}`, () => {
      assert.equal(firstPaymentOf(unpaid(status, 'requires_action'), now).kind, 'processing')
    })
    it(`failed once the bank returned it, even if the subscription is ${status}`, () => {
      assert.equal(firstPaymentOf(unpaid(status), now).kind, 'failed')
    })
  }

  it('failed if the subscription has ended or its invoice is void', () => {
    const invoices = [invoice({ period, status: 'void' })]
    assert.equal(firstPaymentOf(snapshot({ period, status: 'incomplete_expired', invoices }), now).kind, 'failed')
    assert.equal(firstPaymentOf(snapshot({ period, invoices }), now).kind, 'failed')
    assert.equal(firstPaymentOf(unpaid('canceled'), now).kind, 'failed')
  })

  it('is unknown before the invoice was tried, and before there is one', () => {
    const untried = invoice({ period, status: 'open', attempts: 0 })
    assert.equal(firstPaymentOf(snapshot({ period, status: 'incomplete', invoices: [untried] }), now).kind, 'unknown')
    assert.equal(firstPaymentOf(snapshot({ period, status: 'incomplete', invoices: [] }), now).kind, 'unknown')
  })
})

describe('the result of an order', () => {
  const step = (state: 'open' | 'closed' | 'paid', delayed: boolean, of: BillingSnapshot) =>
    orderStep({ state, delayed }, of, now)
  const paidSnapshot = snapshot({ period, invoices: [paid], payments: [payment('succeeded')] })

  it('is to start, wait or fail as its payment does, while it is open', () => {
    for (const delayed of [false, true]) {
      assert.equal(step('open', delayed, paidSnapshot).step, 'confirm')
      assert.equal(step('open', delayed, unpaid('active', 'processing')).step, 'await')
      assert.equal(step('open', delayed, unpaid('past_due')).step, 'fail')
    }
  })

  it('is to start what was paid by card on a page that closed because another plan was chosen', () => {
    assert.equal(step('closed', false, paidSnapshot).step, 'confirm')
  })

  it('is a refund, once, of a payment received after a closed order was ended', () => {
    assert.deepEqual(step('closed', true, paidSnapshot), { step: 'give-back', payments: ['pi_1'] })
    const ended = snapshot({ period, invoices: [paid], endedAt: on('11-25') })
    assert.deepEqual(step('closed', false, ended), { step: 'give-back', payments: ['pi_1'] })
    const returned = snapshot({ ...ended, payments: [payment('succeeded', { refunded: 9900 })] })
    assert.deepEqual(step('closed', false, returned), { step: 'give-back', payments: [] })
  })

  it('is a refund of a later period of a closed order whose first one was never paid', () => {
    const later = covering({ period: next, status: 'paid' })
    const renewed = snapshot({ period: next, invoices: [later, open] })
    assert.deepEqual(step('closed', false, renewed), { step: 'give-back', payments: ['pi_2'] })
  })

  it('is to end the rest of a closed order that is not paid', () => {
    for (const left of [unpaid('past_due'), unpaid('active', 'processing')])
      assert.equal(step('closed', true, left).step, 'end')
  })

  it('is to wait once it is paid', () => {
    assert.equal(step('paid', true, unpaid('past_due')).step, 'wait')
  })

  it('has something left while the subscription is live or an invoice can be paid', () => {
    assert.equal(isLeftOver(unpaid('past_due')), true)
    assert.equal(isLeftOver(unpaid('canceled')), true)
    assert.equal(isLeftOver(snapshot({ status: 'canceled', invoices: [invoice({ period, status: 'void' })] })), false)
  })
})
