import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { dispute, first, now, payment, period } from '../../../test/support/billing/given-news.ts'
import { covering, snapshot } from '../../../test/support/billing/given-snapshot.ts'
import { standingOf } from '../standing.ts'
import type { BillingSnapshot } from '../billing-snapshot.ts'
import { isOverdue, paymentStateOf, paymentStates } from './payment-state.ts'

describe('the state of the payment', () => {
  const open = covering({ period, status: 'open', attempts: 1, payment: 'pi_2' })
  const state = (over: Partial<BillingSnapshot>) => {
    const seen = snapshot(over)
    return paymentStateOf(seen, standingOf(seen, null, now))
  }

  it('is the first state that matches', () => {
    const pastDue = { period, status: 'past_due', invoices: [open, first] } as const
    const asks = payment({ id: 'pi_2', status: 'requires_action', received: 0 })
    const disputed = payment({ disputes: [dispute('open')] })
    assert.equal(state({ status: 'canceled', payments: [disputed] }), 'ended')
    assert.equal(state({ ...pastDue, payments: [disputed, asks] }), 'disputed')
    assert.equal(state({ ...pastDue, payments: [asks] }), 'action_required')
    assert.equal(state({ ...pastDue, charging: 'paused' }), 'past_due')
    assert.equal(state({ period, charging: 'paused', invoices: [{ ...open, attempts: 0 }, first] }), 'processing')
    assert.equal(state({ charging: 'paused' }), 'paused')
    const draft = { ...open, status: 'draft', attempts: 0, payment: null } as const
    assert.equal(state({ period, invoices: [draft, first] }), 'processing')
    assert.equal(state({ period, charging: 'paused', invoices: [draft, first] }), 'paused')
    assert.equal(state({}), 'paid')
    assert.equal(state({ period, invoices: [covering({ period, status: 'void' }), first] }), 'none')
  })
})

it('a payment is overdue while a charge failed or awaits the customer’s confirmation', () => {
  const overdue = paymentStates.filter((state) => isOverdue({ state }))
  assert.deepEqual(overdue, ['action_required', 'past_due'])
})

it('a dispute that was won leaves a payment paid', () => {
  const seen = snapshot({ payments: [payment({ disputes: [dispute('won')] })] })
  assert.equal(paymentStateOf(seen, standingOf(seen, null, now)), 'paid')
})
