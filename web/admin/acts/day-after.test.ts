import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dayAfter } from './day-after.ts'

const now = '2026-11-27T08:00:00.000Z'

test('counts the days from an end date in the future', () => {
  assert.equal(dayAfter('2026-12-20T00:00:00.000Z', now, 14), '2027-01-03')
})

test('counts the days from today if the end date has passed, or if there is none', () => {
  assert.equal(dayAfter('2026-11-27T00:00:00.000Z', now, 7), '2026-12-04')
  assert.equal(dayAfter(null, now, 7), '2026-12-04')
})
