import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { annual, given, monthly, ok, on, trial, weekly } from '../../test/support/subscriptions/given-subscription.ts'
import type { Plan } from '../catalogue/plan.ts'
import { charging, cleared, endOfTerm, isHeld, mayBuyAgain, renews, termsOf } from './subscription.ts'

describe('a subscription', () => {
  it('is on hold for a person who has not passed, or whose country is denied', () => {
    assert.equal(isHeld({ dplStatus: 'PASS', deniedCountry: false }), false)
    assert.equal(isHeld({ dplStatus: 'PASS', deniedCountry: true }), true)
    for (const dplStatus of ['PENDING', 'FAIL'] as const)
      for (const deniedCountry of [true, false]) assert.equal(isHeld({ dplStatus, deniedCountry }), true)
  })

  it('treats a person as cleared only if there is no reason against them', () => {
    assert.equal(cleared(ok), true)
    const against = [
      { emailVerified: false },
      { dplStatus: 'PENDING' },
      { dplStatus: 'FAIL' },
      { deniedCountry: true },
      { erased: true },
    ] as const
    for (const fault of against) assert.equal(cleared({ ...ok, ...fault }), false, JSON.stringify(fault))
  })

  it('lasts for the length of its plan from its first day', () => {
    assert.deepEqual(endOfTerm(trial, on('11-20', '23:59')), on('12-20', '00:00'))
    assert.deepEqual(endOfTerm(weekly, on('11-20')), on('11-27', '00:00'))
    assert.deepEqual(endOfTerm(monthly, on('2027-01-31')), on('2027-02-28', '00:00'))
    assert.deepEqual(endOfTerm(annual, on('2028-02-29')), on('2029-02-28', '00:00'))
  })

  it('renews while it is live and its owner has not stopped it', () => {
    assert.equal(renews(given('active')), true)
    assert.equal(renews(given('held')), true)
    assert.equal(renews(given('stopped')), false)
    assert.equal(renews(given('cancelled')), false)
    assert.equal(renews(given('expired')), false)
    assert.equal(renews(given('active', trial)), false)
  })

  it('is charged while active or payable after expiry, never while pending, stopped, cancelled or a trial', () => {
    assert.equal(charging(given('active')), 'on')
    assert.equal(charging(given('expired')), 'on')
    assert.equal(charging(given('waiting')), 'paused')
    assert.equal(charging(given('held')), 'paused')
    assert.equal(charging(given('stopped')), 'off')
    assert.equal(charging(given('cancelled')), 'off')
    assert.equal(charging(given('active', trial)), null)
    assert.equal(charging(given('cancelled', trial)), null)
  })

  it('is not charged while a payment is disputed', () => {
    assert.equal(charging(given('active'), true), 'paused')
    assert.equal(charging(given('stopped'), true), 'off')
    assert.equal(charging(given('active', trial), true), null)
  })

  it('can be bought again while it is live and no longer charged', () => {
    assert.equal(mayBuyAgain(given('stopped')), true)
    assert.equal(mayBuyAgain({ ...given('active'), renewal: 'ended' }), true)
    for (const state of ['active', 'held', 'expired', 'cancelled'] as const) {
      assert.equal(mayBuyAgain(given(state)), false, state)
    }
    assert.equal(mayBuyAgain(given('active', trial)), false)
  })

  it('stores the terms of a plan, without the fields that only describe the offer', () => {
    const shelf = { description: 'Buy me', requiresAffirmation: true }
    assert.deepEqual(termsOf({ ...trial, ...shelf }), trial)
    assert.deepEqual(termsOf({ ...annual, ...shelf }), annual)
  })

  it('is rejected for a plan without a length', () => {
    const endless: Plan[] = [
      { ...trial, durationInDays: null, description: '', requiresAffirmation: false },
      { ...annual, recurringInterval: null, description: '', requiresAffirmation: false },
      { ...annual, recurringIntervalCount: null, description: '', requiresAffirmation: false },
    ]
    for (const plan of endless) assert.throws(() => termsOf(plan), /has no length/)
  })
})
