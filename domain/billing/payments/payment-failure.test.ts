import assert from 'node:assert/strict'
import { test } from 'vitest'
import { entriesOf } from './payment-entries.ts'
import { failureReason } from './payment-failure.ts'
import type { BillingSnapshot } from '../billing-snapshot.ts'

test('codes with the same meaning have one reason; an unlisted or missing code is unknown', () => {
  assert.equal(failureReason('insufficient_funds'), 'insufficient_funds')
  assert.equal(failureReason('stolen_card'), 'lost_or_stolen')
  assert.equal(failureReason('do_not_honor'), 'declined')
  assert.equal(failureReason('payment_intent_authentication_failure'), 'authentication_required')
  assert.equal(failureReason('constructor'), 'unknown')
  assert.equal(failureReason(null), 'unknown')
})

const created = new Date('2026-11-30T20:24:00Z')
const tried = new Date('2026-12-03T20:24:00Z')
const invoice = {
  id: 'in_1', number: 'A-0001', status: 'open', createdAt: created, period: null, currency: 'usd', total: 4900, tax: 0,
  amountDue: 4900, amountPaid: 0, attempts: 2, nextAttempt: null, dueDate: null, finalizationFailed: false, paidAt: null,
  payment: 'pi_1', url: null,
} as const // prettier-ignore
const card = { brand: 'visa', lastDigits: '0341' }
const payment = { id: 'pi_1', status: 'unpaid', received: 0, refunded: 0, refunds: [], disputes: [], card } as const

const failuresOf = (failure: { at: Date; reason: string | null } | null) => {
  const payments = [{ ...payment, failure }]
  const entries = entriesOf({ invoices: [invoice], payments } as unknown as BillingSnapshot)
  return entries.map(({ kind, at, failure: found }) => ({ kind, at, failure: found }))
}

test('a failed attempt states its own time, reason, card and number', () => {
  assert.deepEqual(failuresOf({ at: tried, reason: 'insufficient_funds' }), [
    { kind: 'failure', at: tried, failure: { reason: 'insufficient_funds', card, attempt: 2 } },
  ])
})

test('an attempt without a charge at the provider has the time of the invoice', () => {
  assert.deepEqual(failuresOf(null), [{ kind: 'failure', at: created, failure: { reason: null, card, attempt: 2 } }])
})

test('an attempt that awaits the customer’s bank needs confirmation and is not shown as declined', () => {
  const payments = [{ ...payment, status: 'requires_action', failure: null }]
  const [entry] = entriesOf({ invoices: [invoice], payments } as unknown as BillingSnapshot)
  assert.equal(entry?.failure?.reason, 'authentication_required')
})
