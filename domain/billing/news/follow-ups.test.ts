import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { dispute, first, now, payment, period } from '../../../test/support/billing/given-news.ts'
import { covering, snapshot } from '../../../test/support/billing/given-snapshot.ts'
import { given, on } from '../../../test/support/subscriptions/given-subscription.ts'
import { standingOf } from '../standing.ts'
import { followUps } from './follow-ups.ts'
import type { BillingSnapshot } from '../billing-snapshot.ts'
import type { Subscription } from '../../subscription/subscription.ts'
import { utcMidnight } from '../../calendar.ts'

describe('what the provider must still be told', () => {
  const end = on('2027-02-01', '00:00')
  const extended: Subscription = { ...given('active'), endDate: end, grantedUntil: end }
  const told = (subscription: Subscription, over: Partial<BillingSnapshot>, at = now) => {
    const seen = snapshot(over)
    return followUps(subscription, seen, standingOf(seen, null, at), at)
  }

  it('is nothing if the provider charges when it should', () => {
    assert.deepEqual(told(given('active'), {}), [])
    assert.deepEqual(told(extended, { status: 'trialing', period: { start: on('11-28'), end } }), [])
  })

  it('is the next charge date if days were granted beyond it', () => {
    assert.deepEqual(told(extended, {}), ['move-next-charge'])
  })

  it('is the next charge date even if the period in between was given away', () => {
    const voided = { period, invoices: [covering({ period, status: 'void' }), first] }
    assert.deepEqual(told(extended, voided), ['move-next-charge'])
  })

  it('is the next charge date if it lies after a period without access, and the end once that period has expired', () => {
    const seen = snapshot({ period, invoices: [covering({ period, status: 'void' }), first] })
    const withheld = standingOf(seen, period.end, now)
    assert.deepEqual(followUps(given('active'), seen, withheld, now), ['move-next-charge'])
    assert.deepEqual(followUps(extended, seen, withheld, now), ['move-next-charge'])
    assert.deepEqual(followUps(given('expired'), seen, withheld, now), ['end-charging'])
    assert.deepEqual(followUps(given('stopped'), { ...seen, charging: 'off' }, withheld, now), [])
    assert.deepEqual(followUps(given('held'), { ...seen, charging: 'paused' }, withheld, now), [])
  })

  it('is to charge again once the payment that failed and paused charging is made', () => {
    const seen = { period, status: 'paused', charging: 'paused', pausedByFailure: true } as const
    const paid = { ...seen, invoices: [covering({ period, status: 'paid' }), first] }
    assert.deepEqual(told(given('active'), paid), ['set-charging'])
    const open = { ...seen, invoices: [covering({ period, status: 'open', attempts: 1 }), first] }
    assert.deepEqual(told(given('active'), open), [])
    assert.deepEqual(told(given('held'), paid), [])
    assert.deepEqual(told(given('active'), { ...paid, payments: [payment({ disputes: [dispute('open')] })] }), [])
    assert.deepEqual(told(given('active'), { ...paid, pausedByFailure: false }), [])
  })

  it('is nothing if a shorter plan at the provider is charged sooner', () => {
    const longer = { ...given('active'), endDate: end }
    assert.deepEqual(told(longer, {}), [])
  })

  it('is nothing while charging is off, a payment is open, or the day is more than a year ahead', () => {
    assert.deepEqual(told({ ...extended, renewal: 'stopped' }, { charging: 'off' }), [])
    assert.deepEqual(told(extended, { charging: 'paused' }), [])
    assert.deepEqual(told(extended, { payments: [payment({ disputes: [dispute('open')] })] }), [])
    const open = covering({ period, status: 'open', attempts: 1 })
    assert.deepEqual(told(extended, { period, status: 'past_due', invoices: [open, first] }), [])
    const years = { start: on('11-20'), end: on('2028-11-20') }
    const far = on('2029-01-01', '00:00')
    assert.deepEqual(told({ ...extended, endDate: far, grantedUntil: far }, { status: 'trialing', period: years }), [])
  })

  it('is to end charging once access has ended unpaid and the unpaid period is over', () => {
    const open = {
      period,
      status: 'past_due',
      invoices: [covering({ period, status: 'open', attempts: 4 }), first],
    } as const
    assert.deepEqual(told(given('expired'), open, on('2027-01-19')), [])
    assert.deepEqual(told(given('expired'), open, on('2027-01-20')), ['end-charging'])
    assert.deepEqual(told(given('active'), open, on('2027-01-20')), [])
  })
})

describe('what the provider must still be told about an ended subscription', () => {
  const told = (subscription: Subscription, over: Partial<BillingSnapshot>, withheldUntil: Date | null = null) => {
    const seen = snapshot(over)
    return followUps(subscription, seen, standingOf(seen, withheldUntil, now), now)
  }

  it('is to end charging while an invoice is open or a draft', () => {
    for (const status of ['open', 'draft'] as const)
      assert.deepEqual(told(given('expired'), { status: 'canceled', invoices: [covering({ period, status })] }), [
        'end-charging',
      ])
    for (const status of ['paid', 'void', 'uncollectible'] as const)
      assert.deepEqual(told(given('expired'), { status: 'canceled', invoices: [covering({ period, status })] }), [])
  })

  it('is nothing if the current period is paid, or its failed payment can still be retried', () => {
    assert.deepEqual(told(given('expired'), { period, invoices: [covering({ period, status: 'paid' })] }), [])
    const failed = { status: 'past_due', period, invoices: [covering({ period, attempts: 1 }), first] } as const
    assert.deepEqual(told(given('expired'), failed), [])
  })

  it('is no new charge date if the subscription ends together with the period', () => {
    const ends = { ...given('active'), endDate: utcMidnight(period.end) }
    assert.deepEqual(told(ends, { period, invoices: [first] }, period.end), [])
  })
})
