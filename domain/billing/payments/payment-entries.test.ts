import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { dispute, payment } from '../../../test/support/billing/given-news.ts'
import { invoice, snapshot } from '../../../test/support/billing/given-snapshot.ts'
import { on } from '../../../test/support/subscriptions/given-subscription.ts'
import type { BillingInvoice } from '../billing-snapshot.ts'
import {
  awaitsRefund,
  entriesOf,
  movesMoney,
  paidInvoices,
  paymentsInQuestion,
  type PaymentEntry,
} from './payment-entries.ts'

const rows = (over: Parameters<typeof snapshot>[0]) =>
  entriesOf(snapshot(over)).map(({ kind, state, amount }) => `${kind} ${state} ${amount}`)

describe('the entries of payments', () => {
  it('are a charge for what was paid, also of an older debt, and credit given by a plan change or used', () => {
    const paid = (over: Partial<BillingInvoice>) => rows({ invoices: [invoice({ status: 'paid', ...over })] })
    assert.deepEqual(paid({}), ['charge paid 9900'])
    assert.deepEqual(paid({ amountPaid: 12_900 }), ['charge paid 12900'])
    assert.deepEqual(paid({ total: -9900, amountPaid: 0 }), ['credit given 9900'])
    assert.deepEqual(paid({ amountPaid: 900 }), ['charge paid 900', 'credit used 9000'])
    assert.deepEqual(paid({ total: 0, amountPaid: 0 }), [])
  })

  it('are a failure for an open invoice that was tried, unless its payment is being processed', () => {
    const tried = [invoice({ attempts: 2, payment: 'pi_1' })]
    assert.deepEqual(rows({ invoices: tried }), ['failure failed 9900'])
    assert.deepEqual(rows({ invoices: tried, payments: [payment({ id: 'pi_1', status: 'processing' })] }), [])
    assert.deepEqual(rows({ invoices: [invoice({})] }), [])
    const others = [payment({ id: 'pi_2', status: 'processing' })]
    assert.deepEqual(rows({ invoices: tried, payments: others }), ['failure failed 9900'])
    assert.deepEqual(rows({ invoices: [invoice({ amountPaid: 900 })] }), [], 'not paid in full')
    const [attempt] = entriesOf(snapshot({ invoices: tried }))
    assert.deepEqual([attempt?.provider_id, attempt?.at], ['in_1 2', on('11-20')])
    const [late] = entriesOf(snapshot({ invoices: [invoice({ status: 'paid', paidAt: on('11-25') })] }))
    assert.deepEqual(late?.at, on('11-25'))
  })

  it('are refunds and disputes of the payments read, of which an inquiry moves no money', () => {
    const refund = { id: 're_1', amount: 900, at: on('12-01'), status: 'pending', request: null } as const
    const read = { ...dispute('open'), status: 'inquiry' } as const
    const paid = invoice({ status: 'paid', payment: 'in_1' })
    const returned = { invoices: [paid], payments: [payment({ refunds: [refund], disputes: [dispute('lost'), read] })] }
    const entries = entriesOf(snapshot(returned)).slice(1)
    assert.deepEqual(
      entries.map((one) => [one.kind, one.state, movesMoney(one)]),
      [
        ['refund', 'pending', true],
        ['dispute', 'lost', true],
        ['dispute', 'inquiry', false],
      ],
    )
  })

  it('name the invoice, period and currency of a payment made before the subscription was bought again', () => {
    const period = { start: on('11-20'), end: on('12-20') }
    const paid = invoice({ id: 'in_1', number: 'A-1', status: 'paid', payment: 'in_1', currency: 'eur', period })
    const [charge] = entriesOf(snapshot({ invoices: [paid] }))
    const later = snapshot({ invoices: [], payments: [payment({ disputes: [dispute('open')] })] })
    const [entry] = entriesOf(later, charge ? [charge] : [])
    const { invoice: id, invoice_number: number, currency, period_end: end } = entry ?? {}
    assert.deepEqual([id, number, currency, end], ['in_1', 'A-1', 'eur', period.end])
    assert.deepEqual(entriesOf(later), [], 'an unknown payment is omitted')
  })
})

describe('the stored entries', () => {
  const [charge] = entriesOf(snapshot({}))
  const entry = (over: Partial<PaymentEntry>): PaymentEntry => ({ ...(charge ?? assert.fail()), ...over })

  it('tell which invoices were paid, by a charge or by credit', () => {
    const entries = [
      entry({ invoice: 'in_1' }),
      entry({ kind: 'credit', invoice: 'in_2' }),
      entry({ kind: 'failure', invoice: 'in_3' }),
      entry({ kind: 'refund', invoice: 'in_4' }),
      entry({ invoice: null }),
    ]
    assert.deepEqual([...paidInvoices(entries)], ['in_1', 'in_2'])
  })

  it('tell which payments are in question, each once', () => {
    const disputes = ['open', 'inquiry', 'answered', 'won', 'lost'].map((state, at) =>
      entry({ kind: 'dispute', state, payment: `pi_${at}` }),
    )
    const refund = entry({ kind: 'refund', state: 'open', payment: 'pi_9' })
    const unknown = entry({ kind: 'dispute', state: 'open', payment: null })
    assert.deepEqual(paymentsInQuestion([...disputes, ...disputes, refund, unknown]), ['pi_0', 'pi_1', 'pi_2'])
  })

  it('tell whether a requested refund of another payment is still to be made', () => {
    const requested = entry({ kind: 'refund', state: 'pending', provider_id: null, payment: 'pi_1' })
    assert.equal(awaitsRefund([entry({}), requested], ['pi_2']), true)
    assert.equal(awaitsRefund([requested], ['pi_1']), false)
    const others: Partial<PaymentEntry>[] = [
      { kind: 'charge' },
      { state: 'succeeded' },
      { provider_id: 're_1' },
      { payment: null },
    ]
    for (const over of others) assert.equal(awaitsRefund([{ ...requested, ...over }], []), false, JSON.stringify(over))
  })
})
