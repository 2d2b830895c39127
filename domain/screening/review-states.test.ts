import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isDecidable, reviewViews } from './review-states.ts'

test('people on hold or flagged await a decision; those in a denied country or without a confirmed address do not', () => {
  assert.deepEqual(reviewViews, ['waiting', 'held', 'flagged', 'denied', 'unconfirmed'])
  assert.deepEqual(reviewViews.filter(isDecidable), ['waiting', 'held', 'flagged'])
})
