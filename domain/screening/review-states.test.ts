import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isDecidable, isHeld, reviewViews } from './review-states.ts'

test('people on hold or flagged await a decision; those in a denied country or without a confirmed address do not', () => {
  assert.deepEqual(reviewViews, ['waiting', 'held', 'flagged', 'denied', 'unconfirmed'])
  assert.deepEqual(reviewViews.filter(isDecidable), ['waiting', 'held', 'flagged'])
})

test('a person who has not passed, or whose country is denied, is on hold', () => {
  assert.equal(isHeld({ dplStatus: 'PASS', deniedCountry: false }), false)
  assert.equal(isHeld({ dplStatus: 'PASS', deniedCountry: true }), true)
  for (const dplStatus of ['PENDING', 'FAIL'] as const)
    for (const deniedCountry of [true, false]) assert.equal(isHeld({ dplStatus, deniedCountry }), true)
})
