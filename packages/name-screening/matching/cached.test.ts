import assert from 'node:assert/strict'
import { it } from 'vitest'
import { cached } from './cached.ts'

it('a cache keeps recent results, and drops the oldest', () => {
  const made: string[] = []
  const lengthOf = cached(2, (key) => {
    made.push(key)
    return key.length
  })
  for (const key of ['a', 'bb', 'a', 'ccc', 'a', 'bb', 'dddd', 'eeeee', 'a']) assert.equal(lengthOf(key), key.length)
  assert.deepEqual(made, ['a', 'bb', 'ccc', 'dddd', 'eeeee', 'a'])
})
