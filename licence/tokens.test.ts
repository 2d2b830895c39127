import assert from 'node:assert/strict'
import { test } from 'vitest'
import { deriveKeys } from '../platform/crypto/secrets.ts'
import {
  newAccessToken,
  newEndToken,
  newRefreshToken,
  readAccessToken,
  readEndToken,
  readRefreshToken,
} from './tokens.ts'

const clock = { now: new Date('2026-11-20T12:00:00Z') }
const keysFor = (purpose: string) => deriveKeys(['a secret of the tests'], purpose)
const context = {
  refreshKeys: keysFor('refresh'),
  endKeys: keysFor('end'),
  accessKeys: keysFor('access'),
  now: () => clock.now,
}
const refresh = newRefreshToken(context, 'dev_one', 7)
const end = newEndToken(context, 'dev_one', clock.now)
const access = newAccessToken(context, 'dev_one')

/** Returns texts that differ from a token in its device, its number, its signature or its end. */
const changed = (token: string) => [
  token.replace('dev_one', 'dev_two'),
  token.replace(/\.\d+\./, '.99.'),
  token.slice(0, -1),
  `${token}x`,
  token.replace(/\.[^.]*$/, '.x'),
  '',
]

test('a token states its device, with its number, the time of the sign-in, or for ten minutes', () => {
  const { device, seq } = readRefreshToken(context, refresh) ?? assert.fail(refresh)
  assert.deepEqual([device, seq], ['dev_one', 7])
  assert.deepEqual(readEndToken(context, end), { device: 'dev_one', approvedAt: clock.now.getTime() })
  assert.equal(readAccessToken(context, access), 'dev_one')
  clock.now = new Date('2026-11-20T12:10:00Z')
  assert.equal(readAccessToken(context, access), null)
  clock.now = new Date('2026-11-20T12:00:00Z')
})

test('a changed token, or one of another kind, states nothing', () => {
  for (const text of [...changed(refresh), end, access]) assert.equal(readRefreshToken(context, text), null, text)
  for (const text of [...changed(end), refresh, access]) assert.equal(readEndToken(context, text), null, text)
  for (const text of [...changed(access), refresh, end]) assert.equal(readAccessToken(context, text), null, text)
})
