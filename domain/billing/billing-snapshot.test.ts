import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { payment } from '../../test/support/billing/given-news.ts'
import { covering, invoice, snapshot } from '../../test/support/billing/given-snapshot.ts'
import { on } from '../../test/support/subscriptions/given-subscription.ts'
import { covers, hasEnded, hasOpenDispute, paymentOf, returnedInFull, type DisputeStatus } from './billing-snapshot.ts'

const now = on('12-21')
const period = { start: on('12-20'), end: on('2027-01-20') }
const earlier = { start: on('11-20'), end: on('12-20') }

describe('an invoice', () => {
  it('covers the current period if it ends with it and begins no earlier, to the second', () => {
    assert.equal(covers(covering({ period }), period), true)
    const late = { start: on('12-22'), end: new Date(period.end.getTime() + 999) }
    assert.equal(covers(covering({ period: late }), period), true)
    assert.equal(covers(covering({ period: { start: on('12-19'), end: period.end } }), period), false)
    assert.equal(covers(covering({ period: earlier }), period), false)
    const later = { start: period.start, end: new Date(period.end.getTime() + 1000) }
    assert.equal(covers(covering({ period: later }), period), false)
    assert.equal(covers(covering({ period: null }), period), false)
  })
})

describe('a snapshot', () => {
  it('has ended by its status or its moment', () => {
    assert.equal(hasEnded(snapshot({})), false)
    assert.equal(hasEnded(snapshot({ status: 'canceled' })), true)
    assert.equal(hasEnded(snapshot({ status: 'incomplete_expired' })), true)
    assert.equal(hasEnded(snapshot({ endedAt: now })), true)
  })

  it('has an open dispute if any of its payments has one, and none by an inquiry or one that was decided', () => {
    const disputed = (...states: DisputeStatus[]) => {
      const disputes = states.map((status) => ({ id: `dp_${status}`, amount: 9900, at: now, status }))
      return hasOpenDispute({ payments: [payment({ id: 'pi_1' }), payment({ id: 'pi_2', disputes })] })
    }
    assert.deepEqual([disputed('open'), disputed('won', 'open')], [true, true])
    assert.deepEqual([disputed(), disputed('won', 'lost', 'inquiry', 'answered', 'closed')], [false, false])
  })

  it('recognises a payment that was returned in full, by refunds and lost disputes together', () => {
    const lost = (amount: number, status: 'lost' | 'won' = 'lost') => [{ id: 'dp_1', amount, at: now, status }]
    assert.equal(returnedInFull(payment({})), false)
    assert.equal(returnedInFull(payment({ refunded: 9899 })), false)
    assert.equal(returnedInFull(payment({ refunded: 9900 })), true)
    assert.equal(returnedInFull(payment({ disputes: lost(9900) })), true)
    assert.equal(returnedInFull(payment({ disputes: lost(9900, 'won') })), false)
    assert.equal(returnedInFull(payment({ refunded: 4900, disputes: lost(5000) })), true)
    assert.equal(returnedInFull(payment({ received: 0 })), false)
  })
})

describe('the id to which a refund refers', () => {
  it('is that of the payment, of the invoice if credit paid it, or none if it cost nothing', () => {
    assert.equal(paymentOf(invoice({ payment: 'pi_1' })), 'pi_1')
    assert.equal(paymentOf(invoice({ id: 'in_7' })), 'in_7')
    assert.equal(paymentOf(invoice({ total: 0 })), null)
    assert.equal(paymentOf(invoice({ total: -100 })), null)
  })
})
