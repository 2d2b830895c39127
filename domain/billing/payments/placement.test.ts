import assert from 'node:assert/strict'
import { test } from 'vitest'
import { annual, given, monthly, ok } from '../../../test/support/subscriptions/given-subscription.ts'
import type { PlanTerms } from '../../subscription/subscription.ts'
import type { PlacedOrder } from './order-plan.ts'
import { planPlacement, type PlacementFacts } from './placement.ts'

const now = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-21T12:00:00Z')

function anOpenOrder(changes: Partial<PlacedOrder> = {}, expiresAt: Date | null = later) {
  const order: PlacedOrder = {
    id: 'order',
    state: 'open',
    subscriberId: 'person',
    subscriptionId: 'new',
    terms: monthly,
    session: 'cs_1',
    processingAt: null,
    ...changes,
  }
  return { order, expiresAt }
}

function placed(facts: Partial<PlacementFacts>, terms: PlanTerms = monthly) {
  return planPlacement({ person: ok, subscriptions: [], open: null, ...facts }, terms, now)
}

const renewing = { ...given('active'), id: 'owned' }
const stopped = { ...given('stopped'), id: 'owned' }

test('a person who is not cleared, or whose subscription renews, gets no page, whatever is open', () => {
  for (const open of [null, anOpenOrder(), anOpenOrder({ processingAt: now })]) {
    assert.deepEqual(placed({ open, person: { ...ok, dplStatus: 'PENDING' } }), { refused: 'IN_REVIEW' })
    assert.deepEqual(placed({ open, person: { ...ok, dplStatus: 'FAIL' } }), { refused: 'PERSON_REFUSED' })
    assert.deepEqual(placed({ open, person: { ...ok, deniedCountry: true } }), { refused: 'COUNTRY_DENIED' })
    assert.deepEqual(placed({ open, subscriptions: [renewing] }), { refused: 'SUBSCRIPTION_EXISTS' })
  }
})

test('only a live paid subscription of the same product counts', () => {
  const other = { ...renewing, plan: { ...monthly, product: 'statistics' } }
  for (const one of [other, given('expired')])
    assert.deepEqual(placed({ subscriptions: [one] }), { page: 'new', owned: null })
})

test('one that will not be charged again is bought again', () => {
  assert.deepEqual(placed({ subscriptions: [stopped] }), { page: 'new', owned: 'owned' })
})

test('the same plan leads to the open page; another plan, changed terms, an expired page and an order for another subscription lead to a new one', () => {
  const isNew = { page: 'new', owned: null }
  assert.deepEqual(placed({ open: anOpenOrder() }), { page: 'open', owned: null })
  assert.deepEqual(placed({ open: anOpenOrder({}, null) }), { page: 'open', owned: null })
  assert.deepEqual(placed({ open: anOpenOrder() }, annual), isNew)
  assert.deepEqual(placed({ open: anOpenOrder() }, { ...monthly, priceMinor: monthly.priceMinor + 1 }), isNew)
  assert.deepEqual(placed({ open: anOpenOrder({}, now) }), isNew)
  assert.deepEqual(placed({ open: anOpenOrder(), subscriptions: [stopped] }), { page: 'new', owned: 'owned' })
})

test('a page that would continue a subscription that was cancelled or expired meanwhile is replaced', () => {
  const open = anOpenOrder({ subscriptionId: 'owned' })
  assert.deepEqual(placed({ open, subscriptions: [stopped] }), { page: 'open', owned: 'owned' })
  const cancelled = { ...given('cancelled'), id: 'owned' }
  assert.deepEqual(placed({ open, subscriptions: [cancelled] }), { page: 'new', owned: null })
  const expired = { ...given('expired'), id: 'owned' }
  assert.deepEqual(placed({ open, subscriptions: [expired] }), { page: 'open', owned: null }, 'its payment revives it')
})

test('while a payment is processed, no second page is opened, for another plan neither', () => {
  const open = anOpenOrder({ processingAt: now }, now)
  for (const terms of [monthly, annual]) assert.deepEqual(placed({ open }, terms), { page: 'processing', owned: null })
})
