import assert from 'node:assert/strict'
import { test } from 'vitest'
import { publicKey } from './keyring.ts'

test('an evaluation key is marked as such wherever it is published, and a production key is not', () => {
  const key = {
    iss: 'https://shop.example.com/licence',
    kid: 'a',
    algorithm: 'ES256' as const,
    state: 'current' as const,
    jwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' },
    createdAt: new Date(0),
    promotedAt: null,
    retiredAt: null,
  }
  const shown = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'a', alg: 'ES256', use: 'sig' }
  assert.deepEqual(publicKey(key, true), { ...shown, sandbox: true })
  assert.deepEqual(publicKey(key, false), shown)
})
