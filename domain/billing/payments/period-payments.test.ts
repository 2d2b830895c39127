import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { on } from '../../../test/support/subscriptions/given-subscription.ts'
import {
  isRefunded,
  isReturned,
  leftOf,
  paidPeriodOf,
  refundableOf,
  shareOut,
  type PaidPeriod,
} from './period-payments.ts'
import { end, record, first, second, refund } from '../../../test/support/billing/given-records.ts'

const anAmount = fc.integer({ min: 1, max: 500_000 })
const aPeriod: fc.Arbitrary<PaidPeriod> = fc.record({
  end: fc.constant(end),
  payments: fc.array(
    fc
      .record({ amount: anAmount, share: fc.integer({ min: 0, max: 3 }), known: fc.integer({ min: 0, max: 5 }) })
      .map(({ amount, share, known }) => ({
        payment: known === 0 ? null : 'pi',
        amount,
        returned: known === 0 ? 0 : Math.floor((amount * share) / 3),
      })),
    { minLength: 1, maxLength: 6 },
  ),
  credited: fc.oneof(fc.constant(0), anAmount),
})

describe('the payments of a period', () => {
  it('are those whose period ends with it, whatever their source', () => {
    const next = record({ payment: 'pi_3', invoice: 'in_3', period_end: on('2027-01-20'), at: end })
    for (const id of ['pi_1', 'pi_2', 'in_2'])
      assert.deepEqual(
        paidPeriodOf([first, second, next], id)?.payments.map((one) => one.payment),
        ['pi_1', 'pi_2'],
      )
    assert.equal(paidPeriodOf([first], 'pi_9'), null)
    assert.equal(paidPeriodOf([record({ payment: null })], null), null)
  })

  it('count what refunds, lost disputes and the credit of plan changes left of them', () => {
    const back = [refund('pi_1', 5_000), refund('pi_1', 900, { state: 'failed' })]
    const lost = record({ kind: 'dispute', state: 'lost', payment: 'pi_2', amount: 399, at: on('12-06') })
    const open = { ...lost, state: 'open', amount: 2_000 }
    const credit = record({
      kind: 'credit',
      state: 'given',
      payment: null,
      invoice: 'in_4',
      invoice_number: 'A-4',
      amount: 1_000,
      at: on('12-07'),
    })
    // Two changes of plan within a second: the credit belongs to the period that the first of them ended.
    const before = { ...credit, at: first.at, invoice_number: 'A-0' }
    const used = { ...credit, state: 'used' }
    const period = paidPeriodOf([before, first, second, ...back, lost, open, credit, used], 'pi_2')
    assert.ok(period)
    assert.equal(leftOf(period), 14_900 + 2_399 - 5_000 - 399 - 1_000)
    const atOnce = { ...credit, at: first.at, invoice_number: 'A-10' }
    const tenth = { ...first, invoice_number: 'A-9' }
    assert.equal(paidPeriodOf([atOnce, tenth], 'pi_1')?.credited, 1_000, 'a change in the second of the payment')
    const unnumbered = { ...atOnce, invoice_number: null }
    assert.equal(paidPeriodOf([unnumbered, tenth], 'pi_1')?.credited, 0)
    assert.equal(paidPeriodOf([atOnce, { ...tenth, invoice_number: null }], 'pi_1')?.credited, 0)
    assert.equal(isRefunded(period), true)
    assert.equal(isRefunded(paidPeriodOf([first, second], 'pi_1')), false)
  })

  it('include one that was paid outside the provider; only the others can be refunded', () => {
    const period = paidPeriodOf([record({ payment: null }), second], 'pi_2')
    assert.ok(period)
    assert.deepEqual([leftOf(period), refundableOf(period)], [17_299, 2_399])
  })

  it('share a refund: never more than is left of each, and together exactly the amount', () => {
    fc.assert(
      fc.property(aPeriod, fc.nat(), (period, size) => {
        const most = refundableOf(period)
        if (most === 0) return
        const amount = 1 + (size % most)
        const parts = shareOut(period, amount)
        assert.equal(
          parts.reduce((sum, part) => sum + part.amount, 0),
          amount,
        )
        for (const { from, amount: part } of parts) {
          assert.ok(part > 0 && part <= from.amount - from.returned)
          assert.ok(from.payment !== null)
        }
        assert.equal(new Set(parts.map(({ from }) => from)).size, parts.length)
      }),
    )
  })

  it('are refunded from one payment if it is large enough, otherwise from the newest on', () => {
    const period = paidPeriodOf([first, second], 'pi_1')
    assert.ok(period)
    const shares = (amount: number) => shareOut(period, amount).map(({ from, amount: part }) => [from.payment, part])
    assert.deepEqual(shares(2_399), [['pi_2', 2_399]])
    assert.deepEqual(shares(2_400), [['pi_1', 2_400]])
    assert.deepEqual(shares(15_000), [
      ['pi_2', 2_399],
      ['pi_1', 12_601],
    ])
  })

  it('count as refunded if the whole refundable part was refunded and that part is the larger one', () => {
    fc.assert(
      fc.property(aPeriod, (period) => {
        const back = period.payments.reduce((sum, { returned }) => sum + returned, 0)
        const paid = (own: boolean) =>
          period.payments.reduce((sum, one) => sum + ((one.payment !== null) === own ? one.amount : 0), 0)
        const isGone = back === paid(true) || back + period.credited >= paid(true) + paid(false)
        assert.equal(isReturned(period), back > 0 && isGone && paid(true) >= paid(false))
      }),
    )
  })

  it('can be refunded, part by part, until nothing is left, and never beyond', () => {
    fc.assert(
      fc.property(aPeriod, fc.array(fc.nat(), { maxLength: 8 }), (period, sizes) => {
        let now = period
        for (const size of [...sizes, 0]) {
          const most = refundableOf(now)
          if (most === 0) break
          const parts = shareOut(now, size === 0 ? most : 1 + (size % most))
          const taken = new Map(parts.map(({ from, amount }) => [from, amount]))
          now = {
            ...now,
            payments: now.payments.map((one) => ({ ...one, returned: one.returned + (taken.get(one) ?? 0) })),
          }
          for (const { amount, returned } of now.payments) assert.ok(returned <= amount)
        }
        assert.equal(refundableOf(now), 0)
      }),
    )
  })
})
