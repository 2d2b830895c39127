import assert from 'node:assert/strict'
import { test } from 'vitest'
import { lifetimes } from '../limits.ts'
import { confirmationOf } from './authentication.ts'

const now = new Date('2026-11-20T12:00:00Z')
const password = { authTime: now, acr: null, amr: ['pwd'] }
const twoFactors = { authTime: now, acr: 'urn:example:gold', amr: ['pwd', 'otp', 'mfa'] }

test('an amr that names a second factor proves it; an acr that does not match proves nothing', () => {
  assert.equal(confirmationOf(twoFactors, 'mfa', now), 'recent')
  assert.equal(confirmationOf({ ...password, acr: 'mfa' }, 'mfa', now), 'missing')
  assert.equal(confirmationOf({ ...password, amr: [] }, 'mfa', now), 'missing')
})

test('a list of acr values accepts each of its values and no other', () => {
  assert.equal(confirmationOf(twoFactors, ['urn:example:silver', 'urn:example:gold'], now), 'recent')
  assert.equal(confirmationOf(twoFactors, ['urn:example:silver'], now), 'missing')
  assert.equal(confirmationOf({ ...twoFactors, acr: null }, ['urn:example:gold'], now), 'missing')
  assert.equal(confirmationOf(twoFactors, [], now), 'missing')
})

test('a password is enough if the issuer enforces the second factor, or if none is required', () => {
  assert.equal(confirmationOf(password, 'issuer', now), 'recent')
  assert.equal(confirmationOf(password, 'nothing', now), 'recent')
})

test('a sign-in is recent until the limit, and never if the issuer does not state its time', () => {
  const at = (ago: number) => confirmationOf({ ...twoFactors, authTime: new Date(now.getTime() - ago) }, 'mfa', now)
  assert.deepEqual([at(lifetimes.confirmation - 1), at(lifetimes.confirmation)], ['recent', 'old'])
  assert.equal(confirmationOf({ ...twoFactors, authTime: null }, 'mfa', now), 'old')
})
