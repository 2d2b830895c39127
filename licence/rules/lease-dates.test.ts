import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { addDays } from '../../domain/calendar.ts'
import { endOfAccess, type BilledSubscription } from '../../domain/subscription/payments/grace.ts'
import type { Renewal } from '../../domain/subscription/subscription.ts'
import { given, on } from '../../test/support/subscriptions/given-subscription.ts'
import { leaseDates } from './lease-dates.ts'

const owned = (endDate: Date, renewal: Renewal, awaited = false): BilledSubscription => ({
  ...given('active'),
  endDate,
  renewal,
  paidUntil: null,
  payment: null,
  disputed: false,
  awaited,
})

test('a lease lasts its days offline, but no longer than access does', () => {
  const now = on('11-20', '12:00')
  const seconds = (moment: Date) => moment.getTime() / 1000
  assert.equal(leaseDates(owned(on('12-20', '00:00'), 'stopped'), 14, now)?.exp, seconds(on('12-04', '12:00')))
  assert.equal(leaseDates(owned(on('11-25', '00:00'), 'stopped'), 14, now)?.exp, seconds(on('11-26', '00:00')))
  assert.equal(leaseDates(owned(on('11-19', '00:00'), 'on'), 14, now)?.exp, seconds(on('12-04', '00:00')))
  assert.equal(leaseDates(owned(on('11-19', '00:00'), 'stopped'), 14, now), null)
})

test('after the end date, a lease lasts two days while a payment is awaited, and there is none otherwise', () => {
  const now = on('11-20', '12:00')
  const ended = on('11-19', '00:00')
  for (const renewal of ['stopped', 'ended'] as const) {
    const exp = now.getTime() / 1000 + 2 * 86_400
    const dates = leaseDates(owned(ended, renewal, true), 14, now)
    assert.deepEqual([dates?.exp, dates?.renew], [exp, exp - 86_400])
    assert.equal(leaseDates(owned(ended, renewal), 14, now), null)
  }
  // The invoice of a renewal stays a draft beyond the days of grace.
  assert.notEqual(leaseDates(owned(on('11-01', '00:00'), 'on'), 14, now), null)
  assert.equal(leaseDates(owned(on('12-20', '00:00'), 'stopped', true), 40, now)?.exp, Date.parse('2026-12-21') / 1000)
})

test('for any dates, a lease begins before it ends, is renewed in between, and never outlasts access', () => {
  const moment = fc.date({ min: on('2026-01-01'), max: on('2030-01-01'), noInvalidDate: true })
  const renewal = fc.constantFrom<Renewal>('none', 'on', 'stopped', 'ended')
  fc.assert(
    fc.property(
      moment,
      fc.integer({ min: -40, max: 400 }),
      renewal,
      fc.integer({ min: 1, max: 90 }),
      (now, left, r, days) => {
        const subscription = owned(addDays(now, left), r)
        const dates = leaseDates(subscription, days, now)
        if (dates === null) return assert.ok(endOfAccess(subscription).getTime() <= now.getTime() + 1000)
        if (endOfAccess(subscription) <= now) return assert.equal(r, 'on')
        assert.ok(dates.nbf < dates.iat && dates.iat < dates.renew && dates.renew <= dates.exp)
        assert.ok(dates.exp * 1000 <= endOfAccess(subscription).getTime())
        return assert.ok(dates.exp - dates.iat <= days * 86_400)
      },
    ),
  )
})
