import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isResponseKept } from './kept-response.ts'

test('a repetition gets the same response, unless the server failed or asked for a retry', () => {
  const statuses = [200, 204, 303, 400, 409, 422, 429, 500, 503]
  const kept = (caller: 'key' | 'browser') => statuses.filter((status) => isResponseKept(status, caller))
  assert.deepEqual(kept('key'), [200, 204, 303, 400, 409, 422])
  assert.deepEqual(kept('browser'), [200, 204, 303])
})
