import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ownAddress } from './own-address.ts'

test('the shop sends requests to itself at the address on which it listens', () => {
  for (const [host, address] of [
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['127.0.0.2', 'http://127.0.0.2:3000'],
    ['::', 'http://[::1]:3000'],
    ['::1', 'http://[::1]:3000'],
    ['10.0.0.7', 'http://10.0.0.7:3000'],
    ['localhost', 'http://localhost:3000'],
  ] as const)
    assert.equal(ownAddress({ host, port: 3000 }), address)
})
