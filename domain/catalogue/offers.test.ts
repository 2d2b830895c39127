import assert from 'node:assert/strict'
import { test } from 'vitest'
import { firstPeriod, offersOf, periodSlug, periodsOf, planOfPeriod } from './offers.ts'
import type { Interval } from './interval.ts'

const plan = (product: string, recurringInterval: Interval, more: { count?: number; recommended?: boolean } = {}) => ({
  name: `${product} ${recurringInterval}`,
  product,
  productTitle: product.toUpperCase(),
  price: 10,
  recurringInterval,
  recurringIntervalCount: more.count ?? 1,
  recommended: more.recommended ?? false,
})
const year = plan('a', 'year', { recommended: true })
const week = plan('a', 'week')
const month = plan('a', 'month')
const other = plan('b', 'year')

test('each product is one offer, in the order of the catalogue, with its shortest period first', () => {
  assert.deepEqual(offersOf([year, week, other, month]), [
    { product: 'a', title: 'A', plans: [week, month, year] },
    { product: 'b', title: 'B', plans: [other] },
  ])
  assert.deepEqual(offersOf([]), [])
})

test('a second plan of the same period makes a second offer', () => {
  const second = { ...month, name: 'a team' }
  assert.deepEqual(
    offersOf([month, second, year]).map(({ plans }) => plans.map(({ name }) => name)),
    [['a month', 'a year'], ['a team']],
  )
})

test('each billing period is listed once, the shortest first', () => {
  assert.deepEqual(periodsOf([year, week, other, month]).map(periodSlug), ['week', 'month', 'year'])
  assert.equal(periodSlug(plan('a', 'month', { count: 3 })), '3-month')
})

test('the pricing page begins with the period of the recommended plan, else with the shortest', () => {
  assert.equal(firstPeriod([week, year]), 'year')
  assert.equal(firstPeriod([other, week]), 'week')
  assert.equal(firstPeriod([]), undefined)
})

test('for a period, an offer shows the plan of that period, or the product’s longest one if it has none', () => {
  const [first, second] = offersOf([week, month, other])
  assert.ok(first && second)
  assert.equal(planOfPeriod(first, 'month'), month)
  assert.equal(planOfPeriod(first, 'year'), month)
  assert.equal(planOfPeriod(second, 'week'), other)
})
