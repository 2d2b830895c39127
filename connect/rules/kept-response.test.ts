import assert from 'node:assert/strict'
import { test } from 'vitest'
import { keyAfter } from './kept-response.ts'

test('a repetition gets the same response, unless the server failed or asked for a retry', () => {
  const statuses = [200, 204, 303, 400, 409, 422, 429, 500, 503]
  const kept = (caller: 'key' | 'browser') =>
    statuses.filter((status) => keyAfter(status, caller, status < 500) === 'kept')
  assert.deepEqual(kept('key'), [200, 204, 303, 400, 409, 422])
  assert.deepEqual(kept('browser'), [200, 204, 303])
})

test('after a failure a key is free, unless it is that of an API key and a change may have been made', () => {
  const found = (['key', 'browser'] as const).flatMap((caller) =>
    [true, false].map((mayHaveChanged) => keyAfter(503, caller, mayHaveChanged)),
  )
  assert.deepEqual(found, ['busy', 'free', 'free', 'free'])
})
