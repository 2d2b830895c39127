import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

test('tasks with the same key run one after the other, in the order they came; other keys do not wait', async () => {
  const serialize = createKeyedMutex()
  const told: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = serialize('jane', async () => {
    await gate.promise
    told.push('first')
  })
  const second = serialize('jane', () => Promise.resolve(told.push('second')))
  await serialize('joe', () => Promise.resolve(told.push('other')))
  gate.resolve()
  await Promise.all([first, second])
  assert.deepEqual(told, ['other', 'first', 'second'])
})

test('a failed task rejects for its caller only, and the next one runs', async () => {
  const serialize = createKeyedMutex()
  const failed = serialize('jane', () => Promise.reject(new Error('no')))
  const next = serialize('jane', () => Promise.resolve('yes'))
  await assert.rejects(failed, /no/)
  assert.equal(await next, 'yes')
})
