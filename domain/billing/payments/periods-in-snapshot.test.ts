import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { dispute, payment } from '../../../test/support/billing/given-news.ts'
import { invoice, snapshot } from '../../../test/support/billing/given-snapshot.ts'
import { on } from '../../../test/support/subscriptions/given-subscription.ts'
import { isPartlyLost, periodsIn } from './periods-in-snapshot.ts'
import { isReturned, leftOf, paidPeriodOf, refundableOf } from './period-payments.ts'
import { end, record, first, refund } from '../../../test/support/billing/given-records.ts'

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
    const atOnce = (number: string) => ({ ...down, number, paidAt: paid.paidAt })
    const numbered = { ...paid, number: 'A-9' }
    const payments = [back(on('12-11'))]
    assert.equal(returned({ ...running, invoices: [atOnce('A-8'), numbered], payments }), false)
    assert.equal(returned({ ...running, invoices: [atOnce('A-10'), numbered], payments }), true)
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
      const left = paidPeriodOf([first, row, refund('pi_1', 14_900)], 'pi_1')
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
    const refunded = (state: string) =>
      periodsIn(seen, [first, other, refund('pi_1', first.amount, { state })]).map(isReturned)
    assert.deepEqual(refunded('pending'), [false], 'a refund that is still to be made may fail')
    assert.deepEqual(refunded('succeeded'), [true])
  })
})
