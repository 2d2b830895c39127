import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dispute, payment as read } from '../../test/support/billing/given-news.ts'
import { invoice, snapshot } from '../../test/support/billing/given-snapshot.ts'
import { on } from '../../test/support/subscriptions/given-subscription.ts'
import { entriesOf } from '../billing/payments/payment-entries.ts'
import { billingFacts } from './of-billing.ts'

const period = { start: on('11-20'), end: on('12-20') }
const facts = (...given: Parameters<typeof snapshot>) =>
  billingFacts(snapshot(...given), [], on('12-24')).map(({ type, about }) => `${type} ${about}`)

test('messages report payments, refunds, disputes and invoices as the billing provider states them', () => {
  assert.deepEqual(facts({}), ['payment.paid in_1', 'invoice.finalized in_1', 'invoice.paid in_1'])
  const draft = invoice({ id: 'in_2', status: 'draft' })
  const failed = invoice({ id: 'in_3', period, attempts: 2 })
  const overdue = invoice({ id: 'in_4', dueDate: on('12-23') })
  const due = invoice({ id: 'in_5', dueDate: on('12-25') })
  assert.deepEqual(facts({ invoices: [draft, failed, overdue, due] }), [
    'subscription.payment_failed in_3 2',
    'invoice.finalized in_3',
    'invoice.finalized in_4',
    'invoice.overdue in_4',
    'invoice.finalized in_5',
  ])
  const refund = { amount: 100, at: on('12-01'), request: null }
  const dispute = { amount: 100, at: on('12-01') }
  const payment = {
    id: 'in_1',
    status: 'succeeded' as const,
    received: 9900,
    refunded: 100,
    refunds: [
      { ...refund, id: 're_1', status: 'succeeded' as const },
      { ...refund, id: 're_2', status: 'pending' as const },
    ],
    disputes: [
      { ...dispute, id: 'dp_1', status: 'open' as const },
      { ...dispute, id: 'dp_2', status: 'inquiry' as const },
    ],
  }
  const returned = facts({ payments: [payment] }).filter((fact) => !fact.endsWith('in_1'))
  assert.deepEqual(returned, ['payment.refunded re_1', 'payment.disputed dp_1'])
})

test('messages report the return of a payment made before the subscription was bought again', () => {
  const paid = invoice({ number: 'A-1', status: 'paid', payment: 'in_1', period })
  const refund = { id: 're_1', amount: 9900, at: on('12-01'), status: 'succeeded' as const, request: null }
  const later = snapshot({ invoices: [], payments: [read({ refunds: [refund], disputes: [dispute('open')] })] })
  const told = billingFacts(later, entriesOf(snapshot({ invoices: [paid] })), on('12-24'))
  assert.deepEqual(
    told.map(({ type, about, payment, invoice: number }) => [type, about, payment, number]),
    [
      ['payment.refunded', 're_1', 'in_1', 'A-1'],
      ['payment.disputed', 'dp_1', 'in_1', 'A-1'],
    ],
  )
})
