import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { isSuccess, nextAttempt } from './attempts.ts'

const now = new Date('2027-03-01T12:00:00Z')
const failed = { status: 500, retryAfterMs: null }
const seconds = (attempts: number, given: Parameters<typeof nextAttempt>[1] = failed, random = 0.5) => {
  const next = nextAttempt(attempts, given, now, random)
  return next === null ? null : (next.getTime() - now.getTime()) / 1000
}

test('a delivery is tried ten times within four days', () => {
  const pauses = Array.from({ length: 10 }, (_, index) => seconds(index + 1))
  assert.deepEqual(pauses, [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, null])
})

test('the delay of an attempt varies by a fifth, so that messages are not sent all at once', () => {
  assert.deepEqual([seconds(2, failed, 0), seconds(2, failed, 1)], [240, 360])
})

test('the delay after a 429 lies between the receiver’s pause and twice that pause; other delays ignore it', () => {
  for (const status of [429, 502, 503, 504]) {
    assert.equal(seconds(2, { status, retryAfterMs: 1000 }), 300)
    assert.equal(seconds(2, { status, retryAfterMs: 450_000 }), 450)
    assert.equal(seconds(2, { status, retryAfterMs: 86_400_000 }), 600)
  }
  assert.equal(seconds(2, { status: 500, retryAfterMs: 450_000 }), 300)
  assert.equal(seconds(2, { status: null, retryAfterMs: null }), 300)
})

test('only a status of 200 to 299 is a success', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
      assert.equal(isSuccess(status), Math.floor(status / 100) === 2)
    }),
  )
  assert.equal(isSuccess(null), false)
})
