import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { payment } from '../../../test/support/billing/given-news.ts'
import { on } from '../../../test/support/subscriptions/given-subscription.ts'
import type { PaymentEntry } from '../payments/payment-entries.ts'
import { outcomesFor, refundOutcomes, refundRefusal } from './refund-outcome.ts'
import {
  afterRefund,
  isOfPresent,
  isRefundable,
  keepsAccess,
  refundableFor,
  refundableInvoices,
  refundsOf,
} from './refund-plan.ts'

const charge = (number: string, over: Partial<PaymentEntry> = {}): PaymentEntry => ({
  kind: 'charge',
  state: 'paid',
  provider_id: `in_${number}`,
  payment: `pi_${number}`,
  invoice: `in_${number}`,
  invoice_number: number,
  amount: 4_900,
  tax: 0,
  currency: 'usd',
  period_start: on('11-20'),
  period_end: on('12-20'),
  at: on('11-20'),
  ...over,
})
const refund = (number: string, amount: number, over: Partial<PaymentEntry> = {}): PaymentEntry =>
  charge(number, { kind: 'refund', state: 'succeeded', provider_id: `re_${number}`, amount, at: on('12-01'), ...over })

const now = on('12-02')
const earlier = charge('A', { period_start: on('10-20'), period_end: on('11-20'), at: on('10-20') })
const present = charge('B')
const subscription = { payment: 'pi_B', paidUntil: on('12-20'), disputed: false }
const of = (records: PaymentEntry[], invoice: string | null, at = now) =>
  refundableFor(records, { ...subscription, invoice }, at)

describe('what can be refunded', () => {
  it('is the current period without an invoice, or else the given invoice alone', () => {
    assert.equal(of([earlier, present], null)?.period.payments[0]?.record, present)
    const one = of([earlier, present], 'A')
    assert.deepEqual([one?.period.payments[0]?.record, one?.left, one?.present], [earlier, 4_900, null])
    assert.notEqual(of([earlier, present], 'B')?.present, null)
  })

  it('is nothing for an unknown invoice, or for the current period once a free one has followed it', () => {
    assert.equal(of([earlier, present], 'C'), null)
    assert.equal(
      refundableFor([present], { ...subscription, invoice: null, paidUntil: on('2027-01-20') }, on('12-21')),
      null,
    )
    assert.equal(
      refundableFor([present], { ...subscription, invoice: 'B', paidUntil: on('2027-01-20') }, on('12-21'))?.present,
      null,
    )
  })

  it('is what earlier refunds and the credit of a plan change left', () => {
    const credit = charge('C', { kind: 'credit', state: 'given', payment: null, amount: 3_000, at: on('12-01') })
    assert.equal(of([earlier, refund('A', 900), present], 'A')?.left, 4_000)
    assert.equal(of([present, refund('B', 900, { state: 'failed' })], 'B')?.left, 4_900)
    assert.equal(of([present, credit], 'B')?.left, 1_900)
  })

  it('is marked as disputed if its own payment is', () => {
    const dispute = charge('A', { kind: 'dispute', state: 'open' })
    assert.equal(of([earlier, present, dispute], 'A')?.disputed, true)
    assert.equal(of([earlier, present, dispute], 'B')?.disputed, false)
    const won = charge('A', { kind: 'dispute', state: 'won' })
    const attempt = charge('A', { kind: 'failure', state: 'open' })
    assert.equal(of([earlier, present, won, attempt], 'A')?.disputed, false)
    const outside = charge('A', { payment: null })
    assert.equal(of([outside, { ...dispute, payment: null }], 'A')?.disputed, false, 'paid outside the provider')
    assert.equal(of([present, charge('C'), charge('C', { kind: 'dispute', state: 'open' })], null)?.disputed, true)
  })

  it('is marked as disputed for the current period while charging is paused for another payment', () => {
    const barred = (invoice: string | null) =>
      refundableFor([earlier, present], { ...subscription, disputed: true, invoice }, now)?.disputed
    assert.deepEqual([barred(null), barred('B'), barred('A')], [true, true, false])
  })

  it('is refused while it is disputed, or if nothing is left, and only then', () => {
    fc.assert(
      fc.property(fc.nat(), fc.boolean(), (left, disputed) => {
        const expected = disputed ? 'REFUND_DISPUTED' : left === 0 ? 'REFUND_NOTHING_PAID' : null
        assert.equal(refundRefusal({ left, disputed }), expected)
      }),
    )
  })

  it('is something exactly if one of the paid invoices can be refunded', () => {
    const among = (records: PaymentEntry[], disputed = false) =>
      isRefundable(records, { ...subscription, disputed }, now)
    assert.deepEqual([among([]), among([present]), among([present, refund('B', 4_900)])], [false, true, false])
    assert.equal(among([earlier, present, refund('B', 4_900)]), true)
    assert.deepEqual([among([present], true), among([earlier, present], true)], [false, true])
  })

  // The statement in server/store/billing/refundable.ts relies on this.
  it('is something if an invoice was paid through the provider and nothing returned, credited or disputed', () => {
    const periods = ['08-20', '09-20', '10-20', '11-20', '12-20'].map((day) => on(day))
    const paid = fc.record({
      amount: fc.integer({ min: 0, max: 9_900 }),
      payment: fc.option(fc.uuid(), { freq: 3 }),
      invoice: fc.uuid(),
      invoice_number: fc.option(fc.uuid(), { freq: 3 }),
      period_end: fc.constantFrom(null, ...periods),
      at: fc.constantFrom(...periods),
    })
    fc.assert(
      fc.property(fc.array(paid), fc.constantFrom(...periods), fc.nat(), (rows, at, place) => {
        const records = rows.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map((row) => charge('', row))
        const current = records[place % Math.max(1, records.length)]?.payment ?? null
        const isPaid = records.some(({ payment, invoice_number: number, amount }) => payment && number && amount > 0)
        const is = isRefundable(records, { payment: current, paidUntil: on('12-20'), disputed: false }, at)
        assert.equal(is, isPaid)
      }),
    )
  })

  it('is taken from the payments in full, never more than was paid for one', () => {
    const second = charge('C', { amount: 1_000, at: on('12-01') })
    const all = of([present, second], null)
    assert.ok(all)
    assert.equal(all.left, 5_900)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_900 }), (amount) => {
        const parts = refundsOf(all, amount)
        assert.equal(
          parts.reduce((total, part) => total + part.amount, 0),
          amount,
        )
        for (const part of parts) assert.ok(part.amount <= part.charge.amount)
      }),
    )
  })

  it('is listed for each paid invoice, newest first', () => {
    const records = [earlier, refund('A', 900), present]
    assert.deepEqual(
      refundableInvoices(records, subscription, now).map(
        ({ charge: { invoice_number: number }, refunded, refundable }) => [
          number,
          refunded,
          refundable.left,
          refundable.present !== null,
        ],
      ),
      [
        ['B', 0, 4_900, true],
        ['A', 900, 4_000, false],
      ],
    )
  })
})

describe('a payment', () => {
  const next = charge('C', { period_start: on('12-20'), period_end: on('2027-01-20'), at: on('12-20') })
  const isPresent = (paid: string, over: Partial<typeof subscription> = {}, at = now) =>
    isOfPresent([earlier, present, next], paid, { ...subscription, ...over }, at)

  it('paid for the period on which access depends if that is its own, or if it has no recorded period', () => {
    assert.deepEqual(
      ['pi_B', 'pi_A', 'pi_C', 'pi_9'].map((paid) => isPresent(paid)),
      [true, false, false, true],
    )
    const twice = [present, charge('D', { at: on('12-01') })]
    assert.equal(isOfPresent(twice, 'pi_D', subscription, now), true, 'two payments of one period')
  })

  it('no longer counts once a free period has followed its own', () => {
    const [end, free] = [on('12-20'), on('2027-01-20')]
    assert.equal(isPresent('pi_B', { paidUntil: free }, on('12-19')), true, 'its period is not over')
    assert.equal(isPresent('pi_B', { paidUntil: free }, end), false)
    assert.equal(isPresent('pi_B', { paidUntil: end }, on('12-21')), true, 'no other period has followed')
    const endless = [charge('B', { period_end: null })]
    assert.equal(isOfPresent(endless, 'pi_B', { ...subscription, paidUntil: free }, on('2027-03-01')), true)
    const unpaid = { payment: 'pi_B', paidUntil: null }
    assert.equal(isOfPresent([present], 'pi_B', unpaid, on('12-21')), true)
  })
})

describe('the effect of a refund', () => {
  it('is a cancellation if it ends access now, and a stop of renewal if it ends with the period', () => {
    const renewing = { status: 'active', startDate: on('11-20'), renewal: 'on' } as const
    assert.equal(afterRefund('end', renewing), 'cancel')
    assert.equal(afterRefund('end-of-period', renewing), 'stop-renewal')
    assert.equal(afterRefund('end-of-period', { ...renewing, renewal: 'stopped' }), null)
    assert.equal(afterRefund('end-of-period', { ...renewing, startDate: null }), null)
    assert.equal(afterRefund('end-of-period', { ...renewing, status: 'expired' }), null)
    assert.equal(afterRefund('end', { ...renewing, status: 'pending' }), 'cancel')
    assert.equal(afterRefund('end', { ...renewing, status: 'cancelled' }), null)
    assert.equal(afterRefund('keep', renewing), null)
    assert.equal(afterRefund(null, renewing), null)
  })

  it('is offered while the subscription is active or on hold, and with the period only if that renews', () => {
    const renewing = { status: 'active', startDate: on('11-20'), renews: true } as const
    for (const status of ['active', 'pending'] as const) {
      assert.deepEqual(outcomesFor({ ...renewing, status }), ['keep', 'end', 'end-of-period'])
      assert.deepEqual(outcomesFor({ ...renewing, status, renews: false }), ['keep', 'end'])
    }
    assert.deepEqual(outcomesFor({ ...renewing, status: 'pending', startDate: null }), ['keep', 'end'])
    for (const status of ['expired', 'cancelled'] as const) assert.deepEqual(outcomesFor({ ...renewing, status }), [])
  })
})

describe('a fully refunded period', () => {
  const read = (...refunds: [id: string, day: string][]) => [
    payment({
      id: 'pi_B',
      refunds: refunds.map(([id, day]) => ({ id, status: 'succeeded', amount: 4_900, at: on(day), request: null })),
    }),
  ]

  it('is kept only by a decision to keep it or to end with it', () => {
    for (const outcome of [...refundOutcomes, null])
      assert.equal(
        keepsAccess([present, refund('B', 4_900, { outcome })], read(['re_B', '12-01'])),
        outcome === 'keep' || outcome === 'end-of-period',
        String(outcome),
      )
  })

  it('is kept while the provider reports the refund before it answers the request', () => {
    const requested = refund('B', 4_900, { outcome: 'keep', state: 'pending', provider_id: null })
    assert.equal(keepsAccess([present, requested], read(['re_1', '12-02'])), true)
    assert.equal(
      keepsAccess([present, requested, refund('B', 4_900, { provider_id: 're_1' })], read(['re_1', '12-02'])),
      true,
    )
  })

  it('is not kept if the rest was refunded later at the provider, or without a decision', () => {
    const part = refund('B', 900, { outcome: 'keep' })
    assert.equal(keepsAccess([present, part], read(['re_B', '12-01'], ['re_2', '12-02'])), false)
    const rest = refund('B', 4_000, { provider_id: 're_2', at: on('12-02') })
    assert.equal(keepsAccess([present, part, rest], read(['re_B', '12-01'], ['re_2', '12-02'])), false)
  })

  it('is kept after a refund at the provider that failed, and not after a dispute that was lost there', () => {
    const kept = refund('B', 4_900, { outcome: 'keep' })
    const [seen] = read(['re_B', '12-01'])
    assert.ok(seen)
    const later = { id: 're_2', amount: 900, at: on('12-03'), request: null }
    const failed = { ...seen, refunds: [...seen.refunds, { ...later, status: 'failed' as const }] }
    assert.equal(keepsAccess([present, kept], [failed]), true)
    const disputed = (status: 'won' | 'lost') => [
      { ...seen, disputes: [{ id: 'dp_1', amount: 4_900, at: on('12-03'), status }] },
    ]
    assert.deepEqual(
      [keepsAccess([present, kept], disputed('won')), keepsAccess([present, kept], disputed('lost'))],
      [true, false],
    )
  })

  it('is decided by the refunds alone: not by a charge or credit with a decision, nor by one at the provider that is known', () => {
    const decided = charge('B', { outcome: 'keep', at: on('12-05') })
    assert.equal(keepsAccess([decided, refund('B', 4_900, { outcome: 'end' })], read(['re_B', '12-01'])), false)
    assert.equal(keepsAccess([present, refund('B', 4_900, { outcome: 'keep' })], read(['re_B', '12-09'])), true)
    const waiting = refund('B', 4_900, { outcome: 'end', state: 'pending', provider_id: 're_B' })
    const later = refund('B', 900, { outcome: 'keep', provider_id: 're_2', at: on('12-03') })
    assert.equal(keepsAccess([present, waiting, later], read(['re_B', '12-01'], ['re_2', '12-03'])), true)
  })

  it('is not kept by a failed refund, or by a refund of another payment', () => {
    assert.equal(keepsAccess([present, refund('B', 4_900, { outcome: 'keep', state: 'failed' })], read()), false)
    assert.equal(keepsAccess([present, refund('A', 4_900, { outcome: 'keep' })], read()), false)
  })
})
