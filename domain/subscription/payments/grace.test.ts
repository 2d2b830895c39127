import assert from 'node:assert/strict'
import { it } from 'vitest'
import { given, on } from '../../../test/support/subscriptions/given-subscription.ts'
import { endOfAccess, endOfGrace, endWithoutGrace } from './grace.ts'

const active = given('active')
const [early, late] = [on('12-10'), on('12-30')]

it('access without an end date has not begun', () => {
  assert.deepEqual(endOfAccess({ ...active, endDate: null, disputed: false, awaited: false }), new Date(0))
})

it('days of grace count from the due day, and never shorten access', () => {
  assert.deepEqual(endOfGrace({ ...active, endDate: early }, early), on('12-24', '00:00'))
  assert.deepEqual(endOfGrace({ ...active, endDate: late }, early), late)
  assert.deepEqual(endOfGrace({ ...active, endDate: null }, early), on('12-24', '00:00'))
})

it('without grace, access ends with the paid period or the granted days, whichever is later', () => {
  const ends = (paidUntil: Date | null, grantedUntil: Date | null) =>
    endWithoutGrace({ ...active, paidUntil, grantedUntil })
  assert.deepEqual([ends(early, late), ends(late, early)], [late, late])
  assert.deepEqual([ends(early, null), ends(null, early), ends(null, null)], [early, early, null])
})
