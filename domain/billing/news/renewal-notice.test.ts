import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { addDays } from '../../calendar.ts'
import { noticeDays, renewalNotice } from './renewal-notice.ts'

const endDate = new Date('2027-11-20T00:00:00Z')
const next = { amount: 59_400, currency: 'usd' }

test('a notice with its amount is sent whenever it is due', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: noticeDays.first }), (days) => {
      assert.deepEqual(renewalNotice(endDate, next, addDays(endDate, -days)), { next })
    }),
  )
})

test('a notice without an amount waits until the last day on which it is in time', () => {
  assert.equal(renewalNotice(endDate, null, new Date('2027-10-21T00:00:00Z')), 'wait')
  assert.equal(renewalNotice(endDate, null, new Date('2027-11-03T23:59:59Z')), 'wait')
  assert.deepEqual(renewalNotice(endDate, null, new Date('2027-11-04T00:00:00Z')), { next: null })
})
