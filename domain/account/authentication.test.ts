import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isProved } from './authentication.ts'

const password = { acr: null, amr: ['pwd'] }
const twoFactors = { acr: 'urn:example:gold', amr: ['pwd', 'otp', 'mfa'] }

test('an amr that names a second factor proves it; an acr that does not match proves nothing', () => {
  assert.equal(isProved(twoFactors, 'mfa'), true)
  assert.equal(isProved({ ...password, acr: 'mfa' }, 'mfa'), false)
  assert.equal(isProved({ acr: null, amr: [] }, 'mfa'), false)
})

test('a list of acr values accepts each of its values and no other', () => {
  assert.equal(isProved(twoFactors, ['urn:example:silver', 'urn:example:gold']), true)
  assert.equal(isProved(twoFactors, ['urn:example:silver']), false)
  assert.equal(isProved({ ...twoFactors, acr: null }, ['urn:example:gold']), false)
  assert.equal(isProved(twoFactors, []), false)
})

test('a password is enough if the issuer enforces the second factor, or if none is required', () => {
  assert.equal(isProved(password, 'issuer'), true)
  assert.equal(isProved(password, 'nothing'), true)
})
