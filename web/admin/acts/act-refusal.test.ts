import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ApiError } from '../../client/api.ts'
import { reportRefusal } from './act-refusal.ts'

/** Returns what was reported, and whether the cause was thrown. */
async function reportOf(cause: unknown) {
  const told: unknown[] = []
  const thrown = await reportRefusal(cause, {
    failed: 'failed',
    onGone: (message) => told.push({ gone: message }),
    onFaults: (faults) => told.push({ faults }),
    onConflict: () => Promise.resolve(void told.push('conflict')),
  }).then(
    () => null,
    (error: unknown) => error,
  )
  assert.ok(thrown === null || thrown === cause)
  return { told, isThrown: thrown !== null }
}

test('reports that the object is gone, and the faults of fields', async () => {
  assert.deepEqual(await reportOf(new ApiError('Not found.', 404)), { told: [{ gone: 'Not found.' }], isThrown: false })
  const faults = [{ field: 'comment', message: 'Too long.' }]
  assert.deepEqual(await reportOf(new ApiError('Invalid.', 400, faults)), {
    told: [{ faults: { comment: 'Too long.' } }],
    isThrown: false,
  })
})

test('throws a conflict after it was reported, and every other refusal', async () => {
  assert.deepEqual(await reportOf(new ApiError('Changed.', 409)), { told: ['conflict'], isThrown: true })
  assert.deepEqual(await reportOf(new ApiError('Unavailable.', 503)), { told: [], isThrown: true })
  assert.deepEqual(await reportOf(new TypeError('no connection')), { told: [], isThrown: true })
})
