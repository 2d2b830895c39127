import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createPriceReading } from './price-reading.ts'

test('the provider is asked once a minute, after five seconds if it did not respond, and immediately after an unexpected error', async () => {
  let now = 0
  let asked = 0
  let fault: Error | null = null
  const read = createPriceReading(
    { catalogue: { plans: new Map() }, now: () => new Date(now), warn: () => undefined },
    {
      readPrices: () => {
        asked += 1
        return fault ? Promise.reject(fault) : Promise.resolve(new Map())
      },
      faultOf: (error) => ({ kind: error instanceof TypeError ? 'own' : 'no-response', sentence: String(error) }),
    },
  )
  const askedAfter = async (ms: number) => {
    now += ms
    await Promise.allSettled([read(), read()])
    return asked
  }
  assert.equal(await askedAfter(0), 1)
  assert.equal(await askedAfter(59_999), 1)
  fault = new Error('no connection')
  assert.equal(await askedAfter(1), 2)
  assert.equal(await askedAfter(4_999), 2)
  fault = new TypeError('an error of our own')
  assert.equal(await askedAfter(1), 3)
  fault = null
  assert.equal(await askedAfter(0), 4)
  assert.deepEqual((await read()).prices, new Map())
})
