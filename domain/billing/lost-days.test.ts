import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { invoice, snapshot } from '../../test/support/billing/given-snapshot.ts'
import { payment } from '../../test/support/billing/given-news.ts'
import { annual, given, on } from '../../test/support/subscriptions/given-subscription.ts'
import type { BillingSnapshot } from './billing-snapshot.ts'
import { lostDays } from './lost-days.ts'

const year = { start: on('11-20'), end: on('2027-11-20') }
const month = { start: on('2027-01-20'), end: on('2027-02-20') }
const yearly = invoice({ id: 'in_1', period: year, status: 'paid', payment: 'pi_1', total: 118_800 })
/** Stripe's invoice for the trial that an extension by a week creates. */
const trial = invoice({ id: 'in_2', period: { start: on('12-01'), end: on('2027-11-27') }, status: 'paid', total: 0 })
const monthly = invoice({ id: 'in_3', period: month, status: 'paid', payment: 'pi_3' })
const extended = { ...given('active', annual), endDate: on('2027-11-27'), grantedUntil: on('2027-11-27') }
const credit = { amount: 100_000, periodEnd: on('2027-11-27') }
const known = new Set(['in_1', 'in_2'])
const switched = (over: Partial<BillingSnapshot> = {}) =>
  snapshot({ period: month, invoices: [monthly, trial, yearly], ...over })

describe('days that were lost', () => {
  it('are counted to the last granted day of the old plan if a trial ended early without credit', () => {
    assert.deepEqual(lostDays(extended, switched(), known), { plan: 'Analytics annual', days: 311, cause: 'in_3' })
  })

  it('are counted to the last paid day if the plan changed without proration', () => {
    const look = switched({ invoices: [monthly, yearly] })
    assert.equal(lostDays(given('active', annual), look, known)?.days, 304)
  })

  it('are granted days only if the paid ones are over', () => {
    const late = { start: on('2027-11-22'), end: on('2027-12-22') }
    const look = switched({ period: late, invoices: [{ ...monthly, period: late }, trial, yearly] })
    assert.equal(lostDays(extended, look, known)?.days, 5)
  })

  it('are none if the change gave credit, the trial continues, or a period follows another', () => {
    const credited = switched({ invoices: [{ ...monthly, credit }, trial, yearly] })
    assert.equal(lostDays(extended, credited, known), null)
    const continued = switched({ status: 'trialing', period: { start: on('12-01'), end: on('2027-11-27') } })
    assert.equal(lostDays(extended, continued, known), null)
    const next = { start: on('2027-11-27'), end: on('2028-11-27') }
    const renewed = switched({ period: next, invoices: [{ ...yearly, id: 'in_3', period: next }, trial, yearly] })
    assert.equal(lostDays(extended, renewed, known), null)
  })

  it('are none in the month after a change that gave credit', () => {
    const next = { start: on('2027-02-20'), end: on('2027-03-20') }
    const before = { ...monthly, credit }
    const look = switched({ period: next, invoices: [{ ...monthly, id: 'in_4', period: next }, before, yearly] })
    const subscription = { ...given('active', annual), paidUntil: on('2027-02-20') }
    assert.equal(lostDays(subscription, look, new Set([...known, 'in_3'])), null)
  })

  it('are none if a payment that was open while days were granted is made', () => {
    const first = invoice({
      id: 'in_1',
      period: { start: on('11-20'), end: on('12-20') },
      status: 'paid',
      payment: 'pi_1',
    })
    const second = { start: on('12-20'), end: on('2027-01-20') }
    const look = snapshot({
      period: second,
      invoices: [invoice({ id: 'in_2', period: second, status: 'paid', payment: 'pi_2' }), first],
    })
    const granted = { ...given('active'), endDate: on('2027-02-10'), grantedUntil: on('2027-02-10') }
    assert.equal(lostDays(granted, look, new Set(['in_1'])), null)
  })

  it('are none if they cost nothing, were refunded or already decided on, or the subscription is over', () => {
    const plain = given('active', annual)
    const free = { ...yearly, payment: null, total: 0 }
    assert.equal(lostDays(plain, switched({ invoices: [monthly, free] }), known), null)
    const refunded = [payment({ id: 'pi_1', received: 118_800, refunded: 118_800 })]
    const look = switched({ invoices: [monthly, yearly], payments: refunded })
    assert.equal(lostDays(plain, look, known), null)
    assert.equal(lostDays(extended, switched(), new Set([...known, 'in_3'])), null)
    assert.equal(lostDays(given('expired', annual), switched(), known), null)
    assert.equal(lostDays(extended, switched({ status: 'canceled', endedAt: on('2027-01-21') }), known), null)
  })
})
