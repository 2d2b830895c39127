import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { dispute, payment } from '../../test/support/billing/given-news.ts'
import { invoice, snapshot } from '../../test/support/billing/given-snapshot.ts'
import { on } from '../../test/support/subscriptions/given-subscription.ts'
import {
  isPartlyLost,
  isRefunded,
  isReturned,
  leftOf,
  paidBackTwice,
  periodOf,
  periodsIn,
  refundableOf,
  shareOut,
  type PaymentRecord,
  type Period,
} from './period-payments.ts'

const end = on('12-20')
const record = (over: Partial<PaymentRecord>): PaymentRecord => ({
  kind: 'charge',
  state: 'paid',
  payment: 'pi_1',
  invoice: 'in_1',
  amount: 14_900,
  period_end: end,
  at: on('11-20'),
  ...over,
})
const first = record({})
const second = record({ payment: 'pi_2', invoice: 'in_2', amount: 2_399, at: on('12-05') })
const refund = (of: string, amount: number, over: Partial<PaymentRecord> = {}) =>
  record({ kind: 'refund', state: 'succeeded', payment: of, amount, at: on('12-06'), ...over })

const anAmount = fc.integer({ min: 1, max: 500_000 })
const aPeriod: fc.Arbitrary<Period> = fc.record({
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
        periodOf([first, second, next], id)?.payments.map((one) => one.payment),
        ['pi_1', 'pi_2'],
      )
    assert.equal(periodOf([first], 'pi_9'), null)
    assert.equal(periodOf([record({ payment: null })], null), null)
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
      amount: 1_000,
      at: on('12-07'),
    })
    const before = { ...credit, at: on('11-19') }
    const used = { ...credit, state: 'used' }
    const period = periodOf([before, first, second, ...back, lost, open, credit, used], 'pi_2')
    assert.ok(period)
    assert.equal(leftOf(period), 14_900 + 2_399 - 5_000 - 399 - 1_000)
    assert.equal(isRefunded(period), true)
    assert.equal(isRefunded(periodOf([first, second], 'pi_1')), false)
  })

  it('include one that was paid outside the provider; only the others can be refunded', () => {
    const period = periodOf([record({ payment: null }), second], 'pi_2')
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
    const period = periodOf([first, second], 'pi_1')
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

describe('the periods found by a check at the provider', () => {
  const period = { start: on('11-20'), end }
  const paid = invoice({ period, status: 'paid', payment: 'pi_1', total: 14_900, amountPaid: 14_900 })
  const added = invoice({
    id: 'in_2',
    period: { start: on('12-05'), end },
    status: 'paid',
    payment: 'pi_2',
    total: 2_399,
    amountPaid: 2_399,
  })
  const read = (id: string, received: number, refunded: number) => payment({ id, received, refunded })
  const returned = (over: Parameters<typeof snapshot>[0]) =>
    periodsIn(snapshot({ period, invoices: [added, paid], ...over })).some(isReturned)

  it('are refunded once all their payments are', () => {
    assert.equal(returned({ payments: [read('pi_1', 14_900, 0), read('pi_2', 2_399, 2_399)] }), false)
    assert.equal(returned({ payments: [read('pi_1', 14_900, 14_900), read('pi_2', 2_399, 2_398)] }), false)
    assert.equal(returned({ payments: [read('pi_1', 14_900, 14_900), read('pi_2', 2_399, 2_399)] }), true)
  })

  it('do not count as refunded if a payment was not read, or if the customer’s credit paid a part', () => {
    assert.equal(returned({ payments: [read('pi_2', 2_399, 2_399)] }), false)
    const byCredit = { ...paid, payment: null, amountPaid: 0 }
    assert.equal(returned({ invoices: [added, byCredit], payments: [read('pi_2', 2_399, 2_399)] }), false)
  })

  it('count credit given before the last refund, and none given after it', () => {
    const down = invoice({
      id: 'in_3',
      period: { start: on('12-10'), end: on('12-17') },
      status: 'paid',
      total: -12_000,
      amountPaid: 0,
      paidAt: on('12-10'),
    })
    const back = (at: Date) => ({
      ...read('pi_1', 14_900, 2_900),
      refunds: [{ id: 're_1', amount: 2_900, at, status: 'succeeded', request: null } as const],
    })
    const running = { period: { start: on('12-10'), end: on('12-17') }, invoices: [down, paid] }
    assert.equal(returned({ ...running, payments: [back(on('12-11'))] }), true)
    assert.equal(returned({ ...running, payments: [back(on('12-09'))] }), false)
  })
})

describe('money that was returned twice', () => {
  const change = (over: Parameters<typeof invoice>[0]) =>
    invoice({
      id: 'in_2',
      status: 'paid',
      period: { start: on('12-05'), end: on('2027-12-05') },
      paidAt: on('12-05'),
      total: 111_650,
      credit: { amount: 7_150, periodEnd: end },
      ...over,
    })

  it('is credit for days that were refunded before', () => {
    const before = refund('pi_1', 12_000, { at: on('12-04') })
    assert.deepEqual(paidBackTwice([first, before], [change({})]), ['pi_1'])
    assert.deepEqual(paidBackTwice([first, { ...before, amount: 7_750 }], [change({})]), [])
    assert.deepEqual(paidBackTwice([first], [change({})]), [])
    assert.deepEqual(paidBackTwice([first, { ...before, state: 'failed' }], [change({})]), [])
  })

  it('is a refund of what was credited before, but not of what the credit has paid for', () => {
    assert.deepEqual(paidBackTwice([first, refund('pi_1', 14_900)], [change({})]), ['pi_1'])
    // The amount left on the balance is credit; the rest paid for the new plan, and can be refunded.
    const down = change({ period: { start: on('12-05'), end: on('12-12') }, total: -2_250 })
    assert.deepEqual(paidBackTwice([first, refund('pi_1', 12_650)], [down]), [])
    assert.deepEqual(paidBackTwice([first, refund('pi_1', 12_651)], [down]), ['pi_1'])
  })

  it('excludes a plan change within the period, and credit of another period', () => {
    const within = change({ period: { start: on('12-05'), end }, total: 2_399 })
    assert.deepEqual(paidBackTwice([first, second, refund('pi_1', 14_900)], [within]), [])
    const other = change({ credit: { amount: 7_150, periodEnd: on('2027-01-20') } })
    assert.deepEqual(paidBackTwice([first, refund('pi_1', 14_900)], [other]), [])
  })
})

describe('the part of a period that was paid by credit or outside the provider', () => {
  const period = { start: on('11-20'), end: on('12-20') }
  const card = invoice({ id: 'in_1', period, status: 'paid', payment: 'pi_1', total: 14_900, amountPaid: 14_900 })
  const credit = invoice({ id: 'in_2', period, status: 'paid', total: 2_399, amountPaid: 0, paidAt: on('12-05') })
  const outside = { ...credit, amountPaid: 2_399 }
  const back = payment({ id: 'pi_1', received: 14_900, refunded: 14_900 })
  const isGone = (...invoices: (typeof card)[]) =>
    periodsIn(snapshot({ period, invoices, payments: [back] })).some(isReturned)

  it('does not keep the period if a larger part was fully refunded, by the records and by the provider', () => {
    const used = record({ kind: 'credit', state: 'used', payment: null, invoice: 'in_2', amount: 2_399 })
    const cash = record({ payment: null, invoice: 'in_2', amount: 2_399 })
    for (const [row, paid] of [
      [used, credit],
      [cash, outside],
    ] as const) {
      const left = periodOf([first, row, refund('pi_1', 14_900)], 'pi_1')
      assert.ok(left)
      assert.deepEqual([refundableOf(left), isReturned(left), isGone(paid, card)], [0, true, true])
    }
  })

  it('keeps the period if it is the larger part, or all of it', () => {
    assert.equal(isGone({ ...credit, total: 15_000 }, card), false)
    assert.equal(isGone({ ...outside, amountPaid: 15_000 }, card), false)
    assert.equal(periodsIn(snapshot({ period, invoices: [credit] })).some(isReturned), false)
  })
})

describe('a lost dispute', () => {
  const period = { start: on('11-20'), end: on('12-20') }
  const larger = invoice({ id: 'in_1', period, status: 'paid', payment: 'pi_1', total: 14_900, amountPaid: 14_900 })
  const smaller = invoice({ id: 'in_2', period, status: 'paid', payment: 'pi_2', total: 2_399, amountPaid: 2_399 })
  const lost = payment({ id: 'pi_1', received: 14_900, disputes: [{ ...dispute('lost'), amount: 14_900 }] })
  const other = payment({ id: 'pi_2', received: 2_399 })
  const partly = (payments: ReturnType<typeof payment>[], invoices = [smaller, larger]) =>
    ['pi_1', 'pi_2'].filter((id) => isPartlyLost(snapshot({ period, invoices, payments }), id))

  it('took only a part if another payment of the period is kept', () => {
    assert.deepEqual(partly([lost, other]), ['pi_1'])
    assert.deepEqual(partly([lost, { ...other, refunded: 2_399 }]), [])
    assert.deepEqual(partly([lost], [larger]), [])
    assert.deepEqual(partly([{ ...lost, disputes: [{ ...dispute('lost'), amount: 9_900 }] }], [larger]), ['pi_1'])
  })

  it('excludes open and won disputes', () => {
    for (const status of ['open', 'won'] as const)
      assert.deepEqual(partly([{ ...lost, disputes: [{ ...dispute(status), amount: 14_900 }] }, other]), [])
  })
})

describe('a payment for a subscription that was bought again since', () => {
  it('belongs to the recorded period, with the amount that was kept', () => {
    const other = record({ payment: 'pi_2', invoice: 'in_2', amount: 4_833 })
    const back = payment({ id: 'pi_2', received: 4_833, refunded: 4_833 })
    const seen = snapshot({ invoices: [], payments: [back] })
    assert.deepEqual(periodsIn(seen).map(isReturned), [true])
    const [period] = periodsIn(seen, [first, other])
    assert.ok(period)
    assert.deepEqual([period.end, leftOf(period), isReturned(period)], [first.period_end, first.amount, false])
  })
})
