import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { given, monthly, ok, on, trial, waiting, weekly } from '../../test/support/subscriptions/given-subscription.ts'
import { endOfAccess, type BilledSubscription } from './payments/grace.ts'
import { entitlementTo } from './entitlement.ts'
import { subscriptionStatuses, type PlanTerms } from './subscription.ts'

const request = { product: 'analytics', companion: 'statistics' }
const statistics: PlanTerms = { ...monthly, product: 'statistics', name: 'statistics-monthly' }

function owned(plan: PlanTerms, changes: Partial<BilledSubscription> = {}): BilledSubscription {
  return {
    ...given('active', plan),
    id: `${plan.name} ${changes.status ?? 'active'}`,
    endDate: on('12-20', '00:00'),
    renewal: 'none',
    paidUntil: null,
    payment: null,
    disputed: false,
    awaited: false,
    ...changes,
  }
}

const idOf = (entitlement: ReturnType<typeof entitlementTo>) =>
  'subscription' in entitlement ? entitlement.subscription.id : entitlement.missing

test('an active plan of a product gives access to it and its companion, but not to another product', () => {
  assert.equal(idOf(entitlementTo(ok, [owned(trial)], request)), 'analytics-trial active')
  assert.equal(idOf(entitlementTo(ok, [owned(trial)], { ...request, product: 'statistics' })), 'analytics-trial active')
  assert.equal(idOf(entitlementTo(ok, [owned(statistics)], request)), 'none')
})

test('a download that requires a plan needs that plan', () => {
  const named = { ...request, plan: 'analytics-monthly' }
  assert.equal(idOf(entitlementTo(ok, [owned(trial)], named)), 'none')
  assert.equal(idOf(entitlementTo(ok, [owned(monthly)], named)), 'analytics-monthly active')
})

test('a paid plan counts before a trial, even if it ends earlier, and of two paid ones the longer', () => {
  const shorter = owned(weekly, { endDate: on('12-02', '00:00') })
  assert.equal(idOf(entitlementTo(ok, [owned(trial), shorter], request)), 'analytics-weekly active')
  assert.equal(idOf(entitlementTo(ok, [shorter, owned(monthly)], request)), 'analytics-monthly active')
})

test('a plan of the companion itself counts before one that includes it', () => {
  const longer = owned(monthly, { endDate: on('12-25', '00:00') })
  const companion = { ...request, product: 'statistics' }
  assert.equal(idOf(entitlementTo(ok, [longer, owned(statistics)], companion)), 'statistics-monthly active')
  assert.equal(idOf(entitlementTo(ok, [longer, owned(statistics)], request)), 'analytics-monthly active')
})

test('a person on hold differs from one without a plan, and a plan that never started does not count', () => {
  const onHold = owned(monthly, { status: 'pending', onHoldSince: on('11-25') })
  assert.equal(idOf(entitlementTo(waiting, [onHold], request)), 'on-hold')
  assert.equal(idOf(entitlementTo(waiting, [owned(trial, { status: 'pending', startDate: null })], request)), 'none')
  assert.equal(idOf(entitlementTo(ok, [owned(monthly, { status: 'cancelled' })], request)), 'none')
})

test('an expired subscription states its last day, and a cancelled one does not', () => {
  const early = owned(trial, { status: 'expired', endDate: on('12-01', '00:00') })
  const late = owned(weekly, { status: 'expired', endDate: on('12-10', '00:00') })
  assert.deepEqual(entitlementTo(ok, [early, late], request), { missing: 'none', lastDay: on('12-10', '00:00') })
  assert.deepEqual(entitlementTo(ok, [owned(monthly, { status: 'cancelled' })], request), {
    missing: 'none',
    lastDay: null,
  })
})

test('only a cleared person with an active subscription is entitled', () => {
  const person = fc.record({
    emailVerified: fc.boolean(),
    dplStatus: fc.constantFrom('PASS' as const, 'PENDING' as const, 'FAIL' as const),
    deniedCountry: fc.boolean(),
    erased: fc.boolean(),
  })
  const all = fc.array(
    fc
      .tuple(fc.constantFrom(trial, weekly, monthly, statistics), fc.constantFrom(...subscriptionStatuses))
      .map(([plan, status]) => owned(plan, { status })),
  )
  fc.assert(
    fc.property(person, all, (who, subscriptions) => {
      const entitlement = entitlementTo(who, subscriptions, request)
      const may = who.emailVerified && who.dplStatus === 'PASS' && !who.deniedCountry && !who.erased
      const active = subscriptions.filter(({ status, plan }) => status === 'active' && plan.product === 'analytics')
      assert.equal('subscription' in entitlement, may && active.length > 0)
      if ('subscription' in entitlement) assert.ok(active.includes(entitlement.subscription))
    }),
  )
})

test('access that renews ends after its days of grace, other access on its last day', () => {
  assert.deepEqual(endOfAccess(owned(trial)), on('12-21', '00:00'))
  assert.deepEqual(endOfAccess(owned(monthly, { renewal: 'on' })), on('2027-01-04', '00:00'))
  assert.deepEqual(endOfAccess(owned(weekly, { renewal: 'on' })), on('12-24', '00:00'))
  assert.deepEqual(endOfAccess(owned(monthly, { renewal: 'stopped' })), on('12-21', '00:00'))
  // Nothing is charged while a payment is disputed, so the subscription ends with the paid time.
  assert.deepEqual(endOfAccess(owned(monthly, { renewal: 'on', disputed: true })), on('12-21', '00:00'))
  const [paidUntil, endDate] = [on('12-20', '00:00'), on('2027-01-03', '00:00')]
  assert.deepEqual(
    endOfAccess(owned(monthly, { renewal: 'on', paidUntil, endDate })),
    on('2027-01-04', '00:00'),
    'after a failed renewal the end date contains the days of grace',
  )
})
