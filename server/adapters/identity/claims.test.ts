import assert from 'node:assert/strict'
import { test } from 'vitest'
import { claimAt, emailProof, provesAddress, roleIn } from './claims.ts'

const keycloak = { realm_access: { roles: ['offline_access', 'subscription_admin'] } }

test('claimAt › finds a claim by its whole name before it looks inside other claims', () => {
  assert.equal(claimAt({ 'https://vendor.example/role': 'x' }, 'https://vendor.example/role'), 'x')
  assert.equal(claimAt({ 'a.b': 1, a: { b: 2 } }, 'a.b'), 1)
  assert.deepEqual(claimAt(keycloak, 'realm_access.roles'), ['offline_access', 'subscription_admin'])
})

test('missing claims have no value, and neither have properties that every object inherits', () => {
  for (const name of [
    'realm_access.groups',
    'realm_access.roles.x.y',
    'toString',
    '__proto__',
    'realm_access.constructor',
    '',
  ])
    assert.equal(claimAt(keycloak, name), undefined, name)
})

test('roleIn › a list makes an administrator only if it contains exactly that role', () => {
  assert.equal(roleIn(keycloak, 'realm_access.roles'), 'SUBSCRIPTION_ADMIN')
  assert.equal(roleIn({ groups: 'subscription_admin' }, 'groups'), 'subscription_admin')
  const lists = [['SUBSCRIPTION_ADMINS'], [' SUBSCRIPTION_ADMIN'], [['SUBSCRIPTION_ADMIN']], ['ſUBSCRIPTION_ADMIN'], []]
  for (const claim of [...lists, {}, 7, null]) assert.equal(roleIn({ groups: claim }, 'groups'), null)
})

test('roleIn › the keys of an object are roles if each has an object of organisations, as Zitadel sends them', () => {
  const name = 'urn:zitadel:iam:org:project:roles'
  const organisations = { '170086824411201793': 'vendor.example' }
  const of = (claim: unknown) => roleIn({ [name]: claim }, name)
  assert.equal(of({ reader: organisations, subscription_support: organisations }), 'SUBSCRIPTION_SUPPORT')
  assert.equal(of({ SUBSCRIPTION_SUPPORT: organisations, SUBSCRIPTION_ADMIN: organisations }), 'SUBSCRIPTION_ADMIN')
  for (const value of [false, true, 'x', null, ['x'], 1])
    assert.equal(of({ SUBSCRIPTION_ADMIN: value, reader: organisations }), null)
})

test('roleIn › several roles are not a role if the operator names no claim', () => {
  assert.equal(roleIn({ role: ['SUBSCRIPTION_ADMIN'] }, 'role'), null)
  assert.equal(roleIn({ role: { SUBSCRIPTION_ADMIN: {} } }, 'role'), null)
  assert.equal(roleIn({ role: 'subscription_admin' }, 'role'), 'subscription_admin')
})

test('provesAddress › accepts true, the address itself, or a list that contains it', () => {
  for (const claim of [true, 'true', 1, '1', 'jane@vendor.example', ['x@y.example', 'JANE@vendor.example']])
    assert.ok(provesAddress(claim, 'Jane@vendor.example'), JSON.stringify(claim))
  for (const claim of [undefined, null, false, 'false', 0, 'yes', 'x@y.example', [], [true], {}])
    assert.ok(!provesAddress(claim, 'Jane@vendor.example'), JSON.stringify(claim))
})

test('emailProof › true does not count beside another address, and a claim with addresses counts anywhere', () => {
  const [own, other] = ['jane@vendor.example', 'x@y.example']
  const proof = (...sources: Record<string, unknown>[]) => emailProof(own, sources, 'verified')
  assert.equal(proof({ email: own, verified: true }, {}), true)
  assert.equal(proof({ email: own }, { email: 'Jane@Vendor.example', verified: true }), true)
  assert.equal(proof({ verified: false }, { email: own, verified: true }), true)
  assert.equal(proof({ email: own }, { email: other, verified: true }), undefined)
  assert.equal(proof({ email: own }, { verified: true }), true)
  assert.equal(proof({ verified: true }, { email: own }), true)
  assert.deepEqual(proof({ verified: [own] }, { email: own }), [own])
  assert.equal(proof({ verified: own }, { email: own }), own)
})
