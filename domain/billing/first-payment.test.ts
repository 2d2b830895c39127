import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { covering, invoice, snapshot } from '../../test/support/billing/given-snapshot.ts'
import { on } from '../../test/support/subscriptions/given-subscription.ts'
import type { BillingPayment, BillingSnapshot, BillingStatus } from './billing-snapshot.ts'
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

describe('how the first payment of an order stands', () => {
  it('is paid by the oldest paid invoice, also where the subscription has ended since', () => {
    for (const endedAt of [null, on('11-25')]) {
      const first = firstPaymentOf(snapshot({ period, invoices: [paid], endedAt }), now)
      assert.deepEqual(first.kind === 'paid' && [first.period.payment, first.period.periodEnd], ['pi_1', on('12-20')])
    }
  })

  it('is paid where the first period costs nothing', () => {
    const first = firstPaymentOf(snapshot({ period, invoices: [] }), now)
    assert.deepEqual(first.kind === 'paid' && [first.period.payment, first.period.paidAt], [null, on('11-20')])
  })

  for (const status of statuses) {
    it(`is processing while the bank has not answered, also where the subscription is ${status}`, () => {
      assert.equal(firstPaymentOf(unpaid(status, 'processing'), now).kind, 'processing')
    })
    it(`is processing while the bank account is to be confirmed, also where the subscription is ${status}`, () => {
      assert.equal(firstPaymentOf(unpaid(status, 'requires_action'), now).kind, 'processing')
    })
    it(`has failed once the bank returned it, also where the subscription is ${status}`, () => {
      assert.equal(firstPaymentOf(unpaid(status), now).kind, 'failed')
    })
  }

  it('has failed where the subscription has ended, or its invoice is void', () => {
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

describe('what an order comes to', () => {
  const step = (state: 'open' | 'closed' | 'paid', delayed: boolean, of: BillingSnapshot) =>
    orderStep({ state, delayed }, of, now)
  const paidSnapshot = snapshot({ period, invoices: [paid], payments: [payment('succeeded')] })

  it('starts, waits or fails as its payment does while it is open', () => {
    for (const delayed of [false, true]) {
      assert.equal(step('open', delayed, paidSnapshot).step, 'confirm')
      assert.equal(step('open', delayed, unpaid('active', 'processing')).step, 'await')
      assert.equal(step('open', delayed, unpaid('past_due')).step, 'fail')
    }
  })

  it('starts what was paid by card on the page of an order that was closed for another plan', () => {
    assert.equal(step('closed', false, paidSnapshot).step, 'confirm')
  })

  it('gives back what came in after a closed order was ended, once', () => {
    assert.deepEqual(step('closed', true, paidSnapshot), { step: 'give-back', payments: ['pi_1'] })
    const ended = snapshot({ period, invoices: [paid], endedAt: on('11-25') })
    assert.deepEqual(step('closed', false, ended), { step: 'give-back', payments: ['pi_1'] })
    const returned = snapshot({ ...ended, payments: [payment('succeeded', { refunded: 9900 })] })
    assert.deepEqual(step('closed', false, returned), { step: 'give-back', payments: [] })
  })

  it('gives back a later period of a closed order whose first one was never paid', () => {
    const later = covering({ period: next, status: 'paid' })
    const renewed = snapshot({ period: next, invoices: [later, open] })
    assert.deepEqual(step('closed', false, renewed), { step: 'give-back', payments: ['pi_2'] })
  })

  it('ends what is left of a closed order that is not paid', () => {
    for (const left of [unpaid('past_due'), unpaid('active', 'processing')])
      assert.equal(step('closed', true, left).step, 'end')
  })

  it('waits for nothing more once it is paid', () => {
    assert.equal(step('paid', true, unpaid('past_due')).step, 'wait')
  })

  it('has something left while the subscription lives, or has an invoice to be paid', () => {
    assert.equal(isLeftOver(unpaid('past_due')), true)
    assert.equal(isLeftOver(unpaid('canceled')), true)
    assert.equal(isLeftOver(snapshot({ status: 'canceled', invoices: [invoice({ period, status: 'void' })] })), false)
  })
})
