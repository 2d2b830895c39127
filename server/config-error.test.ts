import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ConfigError, bothOrAllFaults } from './config-error.ts'

const wrong = (message: string) => Promise.reject(new ConfigError(message))

test('faults of several files are thrown together, in order', async () => {
  await assert.rejects(bothOrAllFaults(wrong('BRAND: …'), wrong('BRAND_TEXTS: …')), {
    message: 'BRAND: …\nBRAND_TEXTS: …',
  })
})

test('values are returned if there is no fault, and any other error is rethrown', async () => {
  assert.deepEqual(await bothOrAllFaults(Promise.resolve('a'), Promise.resolve(2)), ['a', 2])
  const fault = new TypeError('a bug')
  await assert.rejects(bothOrAllFaults(wrong('BRAND: …'), Promise.reject(fault)), fault)
})
