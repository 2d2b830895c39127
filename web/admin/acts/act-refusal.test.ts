import assert from 'node:assert/strict'
import { afterEach, test, vi } from 'vitest'
import { ApiError } from '../../client/api.ts'
import { reportRefusal } from './act-refusal.ts'
import type { SubscriptionRow } from './rows.ts'

const row = { id: 'ended' } as SubscriptionRow
afterEach(() => void vi.unstubAllGlobals())

/** Returns what was reported, and whether the cause was thrown. */
async function reportOf(cause: unknown) {
  const told: unknown[] = []
  const thrown = await reportRefusal(cause, {
    row,
    failed: 'failed',
    onGone: (message) => told.push({ gone: message }),
    onFaults: (faults) => told.push({ faults }),
    onConflict: (present) => told.push({ present }),
    refetch: () => Promise.resolve(told.push('refetched')),
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

test('throws a conflict after it was reported with the present row, and every other refusal', async () => {
  const fetch = () => Promise.resolve(Response.json({ id: 'ended', endDate: null }))
  vi.stubGlobal('window', { fetch, location: { origin: 'http://localhost' } })
  assert.deepEqual(await reportOf(new ApiError('Changed.', 409)), {
    told: [{ present: { id: 'ended', endDate: null, latestComment: null } }, 'refetched'],
    isThrown: true,
  })
  vi.stubGlobal('window', undefined)
  assert.deepEqual(await reportOf(new ApiError('Changed.', 409)), { told: ['refetched'], isThrown: true })
  assert.deepEqual(await reportOf(new ApiError('Unavailable.', 503)), { told: [], isThrown: true })
  assert.deepEqual(await reportOf(new TypeError('no connection')), { told: [], isThrown: true })
})
