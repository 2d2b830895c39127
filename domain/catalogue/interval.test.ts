import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isAnnounced } from '../billing/news/renewal-notice.ts'
import { graceDays } from '../subscription/payments/grace.ts'
import { addInterval, intervals, monthsOf, type Interval } from './interval.ts'

const period = (recurringInterval: Interval, recurringIntervalCount: number) => ({
  recurringInterval,
  recurringIntervalCount,
})

test('a period of three months has its own length, 14 days of grace and no announcement', () => {
  const quarter = period('month', 3)
  assert.equal(monthsOf(quarter), 3)
  assert.deepEqual(addInterval(new Date('2026-11-30T00:00:00Z'), 'month', 3), new Date('2027-02-28T00:00:00Z'))
  assert.equal(graceDays(quarter), 14)
  assert.equal(isAnnounced(quarter), false)
})

test('charges for a year or more are announced, however the catalogue writes the year', () => {
  for (const year of [period('year', 1), period('year', 2), period('month', 12), period('week', 52)])
    assert.equal(isAnnounced(year), true)
  for (const less of [period('month', 11), period('week', 51)]) assert.equal(isAnnounced(less), false)
})

test('weeks have 3 days of grace, other intervals 14, and each moves its anchor by its length', () => {
  const day = new Date('2026-11-20T00:00:00Z')
  assert.deepEqual(
    intervals.map((interval) => [interval, graceDays(period(interval, 1)), addInterval(day, interval, 1)]),
    [
      ['week', 3, new Date('2026-11-27T00:00:00Z')],
      ['month', 14, new Date('2026-12-20T00:00:00Z')],
      ['year', 14, new Date('2027-11-20T00:00:00Z')],
    ],
  )
})
