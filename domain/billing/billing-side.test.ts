import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { invoice, snapshot } from '../../test/support/billing/given-snapshot.ts'
import { on } from '../../test/support/subscriptions/given-subscription.ts'
import { isPaidBack, sideAfter } from './billing-side.ts'
import type { BillingPayment } from './billing-snapshot.ts'
import type { PaymentRecord } from './payments/period-payments.ts'
import type { PeriodStanding } from './standing.ts'

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
const stored = (
  over = {},
  standing: PeriodStanding = { kind: 'given', invoice: null },
  records: PaymentRecord[] = [],
  paidBackUntil: Date | null = null,
) => {
  const look = { snapshot: snapshot(over), charging: 'on', withheldUntil: null, standing } as const
  return sideAfter({ paidBackUntil }, look, records, now)
}
const paidBack = (records: PaymentRecord[], over = {}) =>
  stored({ payments: [returned], ...over }, undefined, records).paidBackUntil !== null

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

  it('until a payment of its current period is kept: then an earlier refund no longer applies', () => {
    const period = { start: on('11-20'), end: on('12-20') }
    const kept = invoice({ id: 'in_1', period, status: 'paid', payment: 'pi_1' })
    const back = { ...kept, id: 'in_0', payment: 'pi_0' }
    const year = { ...back, period: { start: on('11-01'), end: on('2027-11-01') } }
    const { end } = period
    const beyond = year.period.end
    /** The marks after a check, if there was none, one at the end of this period, and one of a longer period. */
    const marks = (over: object, records: PaymentRecord[] = []) =>
      [null, end, beyond].map(
        (before) => stored({ payments: [returned], ...over }, undefined, records, before).paidBackUntil,
      )
    assert.deepEqual(marks({ invoices: [kept] }), [null, end, null])
    assert.deepEqual(marks({ invoices: [back] }), [end, end, beyond])
    assert.deepEqual(marks({ invoices: [kept, back] }), [null, end, null], 'one of two payments was kept')
    assert.deepEqual(marks({ invoices: [kept, year] }), [null, end, null])
    // Of a subscription that was bought again since: its remaining days were added to this one.
    assert.deepEqual(marks({ invoices: [kept] }, [charge(on('12-20'))]), [end, end, beyond])
    assert.deepEqual(marks({ invoices: [kept] }, [charge(now)]), [null, end, null], 'its days are over')
    assert.deepEqual(marks({ invoices: [] }), [null, end, beyond], 'nothing of the current period is paid')
  })

  it('by a mark at the end of the period, or later', () => {
    const end = on('12-20')
    assert.deepEqual(
      [null, on('12-19'), end, on('12-21')].map((until) => isPaidBack(until, end)),
      [false, false, true, true],
    )
  })
})

describe('the next charge', () => {
  const next = { at: on('12-20'), amount: 9900, discount: null, credit: null, currency: 'usd' }
  const open = invoice({
    amountDue: 8000,
    nextAttempt: on('12-03'),
    dueDate: on('12-09'),
    url: 'https://pay.example/1',
  })
  const shown = (standing: PeriodStanding) => {
    const { next: charge, retryAt, payUrl } = stored({ next }, standing)
    return { next: charge, retryAt, payUrl }
  }
  const due = { ...next, at: on('12-03'), amount: 8000 }

  it('is the open invoice, at its next attempt or due date; one that failed has the next attempt and the link to pay', () => {
    const failed = { kind: 'failed', invoice: open, due: now, periodEnd: on('12-20'), actionRequired: false } as const
    assert.deepEqual(shown(failed), { next: due, retryAt: on('12-03'), payUrl: 'https://pay.example/1' })
    const awaited = { kind: 'awaited', invoice: { ...open, nextAttempt: null }, processing: false } as const
    assert.deepEqual(shown(awaited), { next: { ...due, at: on('12-09') }, retryAt: null, payUrl: null })
  })

  it('is that of the provider if no invoice is open', () => {
    assert.deepEqual(shown({ kind: 'given', invoice: open }), { next, retryAt: null, payUrl: null })
  })
})
