import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { monthsOf, type Interval } from './interval.ts'
import { comparedWith, perMonth, savingPercent } from './price-comparison.ts'

const plan = (price: number, recurringInterval: Interval, recurringIntervalCount = 1) => {
  return { price, recurringInterval, recurringIntervalCount }
}
const [weekly, monthly, annual] = [plan(49, 'week'), plan(149, 'month'), plan(1188, 'year')]

test('the monthly price of a plan is its price divided by its months', () => {
  assert.equal(perMonth(annual), 99)
  assert.equal(perMonth(monthly), 149)
  assert.equal(perMonth(weekly).toFixed(2), '212.33')
  assert.equal(perMonth(plan(300, 'month', 3)), 100)
})

test('the saving is in whole per cent, never rounded up', () => {
  assert.equal(savingPercent(annual, monthly), 33)
  assert.equal(savingPercent(monthly, weekly), 29)
  assert.equal(savingPercent(plan(75, 'month'), plan(100, 'month')), 25)
  assert.equal(savingPercent(plan(0, 'month'), monthly), 100)
})

test('there is no saving for a plan that costs as much or more, or if the other plan is free', () => {
  assert.equal(savingPercent(weekly, monthly), 0)
  assert.equal(savingPercent(monthly, monthly), 0)
  assert.equal(savingPercent(monthly, plan(0, 'month')), 0)
  assert.equal(savingPercent(plan(0, 'year'), plan(0, 'month')), 0)
})

test('every plan is compared with the monthly one, else with the one of the shortest period', () => {
  const all = [annual, weekly, monthly]
  assert.equal(comparedWith(annual, all), monthly)
  assert.equal(comparedWith(monthly, all), undefined)
  assert.equal(comparedWith(weekly, all), undefined)
  assert.equal(comparedWith(annual, [annual, weekly, plan(399, 'month', 3)]), weekly)
  assert.equal(comparedWith(plan(399, 'month', 3), all), monthly)
  assert.equal(comparedWith(plan(1, 'month'), [monthly]), undefined)
})

test('the stated saving never exceeds the real one', () => {
  const priced = fc
    .tuple(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.constantFrom<Interval>('week', 'month', 'year'),
      fc.integer({ min: 1, max: 24 }),
    )
    .map(([price, interval, count]) => plan(price, interval, count))
  fc.assert(
    fc.property(priced, priced, (one, other) => {
      const percent = savingPercent(one, other)
      assert.ok(percent >= 0 && percent < 100)
      assert.ok(percent === 0 || perMonth(one) <= perMonth(other) * (1 - percent / 100) * (1 + 1e-9))
      assert.ok(monthsOf(one) > 0)
    }),
  )
})
