import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { keyAuthor, keyEndsAt, keyExpiryFault, keyInAudit } from './api-key.ts'

const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
const day = 86_400_000

describe('an API key', () => {
  test('ends at midnight UTC after its last day, which is 365 days ahead by default', () => {
    const now = new Date('2026-11-27T15:04:05.678Z')
    assert.deepEqual(keyEndsAt(now), new Date('2027-11-28'))
    assert.deepEqual(keyEndsAt(now, new Date('2026-11-27')), new Date('2026-11-28'))
    assert.deepEqual(keyEndsAt(now, new Date('2028-02-28')), new Date('2028-02-29'))
  })

  test('works on all of its last day, and never on the next', () => {
    fc.assert(
      fc.property(moment, moment, (now, lastDay) => {
        const ends = keyEndsAt(now, lastDay)
        assert.equal(ends.getTime() % day, 0)
        assert.ok(ends > lastDay && ends.getTime() - lastDay.getTime() <= day)
      }),
    )
  })

  test('can last 730 days from today’s date in UTC, at any time of the day, and no day longer', () => {
    fc.assert(
      fc.property(moment, (now) => {
        const midnight = Math.floor(now.getTime() / day) * day
        const faultAfter = (days: number) => keyExpiryFault(new Date(midnight + days * day), now)
        for (const days of [0, 1, 365, 730]) assert.equal(faultAfter(days), null, `${days} days`)
        for (const days of [731, 10_000]) assert.deepEqual(faultAfter(days), { code: 'keyDateFar' }, `${days} days`)
      }),
    )
  })

  test('is named in the audit with its id and scopes, and as an author by its name only', () => {
    const key = { id: 'a1B2c3D4', name: 'CRM sync', scopes: ['subscriptions:read', 'reports:read'] as const }
    assert.equal(keyInAudit(key).after, 'CRM sync (a1B2c3D4): subscriptions:read, reports:read')
    assert.equal(keyInAudit({ ...key, scopes: ['reports:read'] }).after, 'CRM sync (a1B2c3D4): reports:read')
    assert.equal(keyAuthor(key.name), 'key "CRM sync"')
  })
})
