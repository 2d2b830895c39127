import assert from 'node:assert/strict'
import { test } from 'vitest'
import { deriveKeys, isSigned } from '../../../platform/crypto/secrets.ts'
import { createAnonymousVisitors } from './anonymous-visitors.ts'

test('every registrant gets a unique cookie of 256 bits, with its own token', () => {
  const keys = deriveKeys(['a secret of the tests that is long enough'], 'anti-forgery')
  const newAnonymousVisitor = createAnonymousVisitors(keys)
  const all = Array.from({ length: 300 }, newAnonymousVisitor)
  assert.equal(new Set(all.map(({ cookie }) => cookie)).size, all.length)
  for (const { cookie, token } of all) {
    assert.match(cookie, /^a\.[\w-]{43}$/)
    assert.ok(isSigned(keys, cookie, token))
  }
})
