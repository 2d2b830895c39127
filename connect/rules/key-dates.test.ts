import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { endOfOverlap, isUsable, isUseNoted, renewedUntil, apiKeyState } from './key-dates.ts'

const hour = 3_600_000
const now = new Date('2027-03-01T12:00:00Z')
const from = (hours: number) => new Date(now.getTime() + hours * hour)

test('a key’s state is “revoked” before “expired”, and “expired” before “stopped”, if several apply', () => {
  const states = [
    [{ expiresAt: from(1), revokedAt: null }, true, 'active'],
    [{ expiresAt: from(1), revokedAt: null }, false, 'stopped'],
    [{ expiresAt: from(0), revokedAt: null }, false, 'expired'],
    [{ expiresAt: from(-1), revokedAt: from(-2) }, false, 'revoked'],
    [{ expiresAt: from(1), revokedAt: from(-2) }, true, 'revoked'],
  ] as const
  for (const [dates, isOwned, state] of states) {
    assert.equal(apiKeyState(dates, isOwned, now), state)
    assert.equal(isUsable(dates, now), state === 'active' || state === 'stopped')
  }
})

test('a replaced key works for a day more, and never longer than it would have', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), (hours) => {
      assert.deepEqual(endOfOverlap(from(hours), now), from(Math.min(hours, 24)))
    }),
  )
})

test('a key that replaces another is valid for as long, also after rotations that shortened both', () => {
  const key = (id: string, replaces: string | null, begin: number, end: number) => ({
    id,
    replaces,
    created_at: from(begin),
    expires_at: from(end),
  })
  const [old, other] = [key('a', null, -100, 200), key('x', null, -100, 900)]
  assert.deepEqual(renewedUntil(old, [old, other], now), from(300))
  const chain = [key('a', null, -100, 24), key('b', 'a', -10, 14), key('c', 'b', -5, 295), other]
  assert.deepEqual(
    chain.map((one) => renewedUntil(one, chain, now)),
    [from(300), from(300), from(300), from(1000)],
  )
})

test('the last use of a key is stored at most once an hour', () => {
  assert.deepEqual(
    [null, from(-0.9), from(-1), from(-2)].map((last) => isUseNoted(last, now)),
    [true, false, true, true],
  )
})
