import assert from 'node:assert/strict'
import { test } from 'vitest'
import { storageOf } from './storage.ts'

/** Lists its keys as its own properties, as a browser's storage does. */
class MemoryStorage {
  [key: string]: unknown
  getItem(key: string) {
    return this[key] ?? null
  }
  setItem(key: string, text: string) {
    this[key] = text
  }
  removeItem(key: string) {
    delete this[key]
  }
}

const given = (entries: Record<string, string> = {}) => {
  const stored = Object.assign(new MemoryStorage(), entries) as unknown as Storage
  return storageOf(() => stored)
}

test('returns what was stored, and lists its key, until it is removed', () => {
  const storage = given()
  storage.write('draft', { comment: 'A typing error' })
  assert.deepEqual(storage.read('draft'), { comment: 'A typing error' })
  assert.deepEqual(storage.keys(), ['draft'])
  storage.remove('draft')
  assert.equal(storage.read('draft'), null)
  assert.deepEqual(storage.keys(), [])
})

test('returns null for text that is no JSON', () => {
  assert.equal(given({ widths: '{"name":' }).read('widths'), null)
})

test('finds and keeps nothing in a browser that stores nothing for sites, without an error', () => {
  const storage = storageOf(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  storage.write('draft', 'A typing error')
  storage.remove('draft')
  assert.equal(storage.read('draft'), null)
  assert.deepEqual(storage.keys(), [])
})
