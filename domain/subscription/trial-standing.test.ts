import assert from 'node:assert/strict'
import { test } from 'vitest'
import { on } from '../../test/support/subscriptions/given-subscription.ts'
import { trialStanding } from './trial-standing.ts'

const now = on('12-01')
const approved = { dplStatus: 'PASS', deniedCountry: false } as const
const held = { dplStatus: 'PENDING', deniedCountry: false } as const
const never = { startDate: null, endDate: null }
const started = { startDate: on('11-20'), endDate: on('12-20', '00:00') }
const { endDate } = started

test('a trial runs until its last day is over', () => {
  const running = { ...started, status: 'active' } as const
  assert.deepEqual(trialStanding(approved, running, now), { status: 'running', endDate })
  assert.deepEqual(trialStanding(approved, running, on('12-20', '23:59')), { status: 'running', endDate })
  assert.deepEqual(trialStanding(approved, running, on('12-21', '00:00')), { status: 'over', endDate })
  const expired = { ...started, status: 'expired' } as const
  assert.deepEqual(trialStanding(approved, expired, now), { status: 'over', endDate })
})

test('a trial of a person in review waits if it never started, and is on hold if it did', () => {
  assert.deepEqual(trialStanding(held, { ...never, status: 'pending' }, now), { status: 'waiting' })
  assert.deepEqual(trialStanding(held, { ...started, status: 'pending' }, now), { status: 'on-hold' })
})

test('nothing is stated about a cancelled trial, a refused person or a denied country', () => {
  assert.equal(trialStanding(approved, { ...started, status: 'cancelled' }, now), null)
  assert.equal(trialStanding(held, { ...never, status: 'cancelled' }, now), null)
  const refused = { dplStatus: 'FAIL', deniedCountry: false } as const
  const denied = { dplStatus: 'PASS', deniedCountry: true } as const
  for (const person of [refused, denied]) {
    assert.equal(trialStanding(person, { ...never, status: 'pending' }, now), null)
    assert.equal(trialStanding(person, { ...started, status: 'pending' }, now), null)
  }
})
