import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { stageOf, takesEffectAt, type EmailChangeTimes } from './email-change.ts'

const requestedAt = new Date('2026-11-20T12:00:00Z')
const after = (hours: number) => new Date(requestedAt.getTime() + hours * 3_600_000)
const change = (times: Partial<EmailChangeTimes> = {}): EmailChangeTimes => ({
  requestedBy: 'admin@shop.example',
  requestedAt,
  confirmedAt: null,
  agreedAt: null,
  ...times,
})

test('a change of address never takes effect before the new address is confirmed', () => {
  const times = fc.record({
    requestedBy: fc.constantFrom(null, 'admin@shop.example'),
    hours: fc.integer({ min: 0, max: 500 }),
  })
  fc.assert(
    fc.property(times, ({ requestedBy, hours }) => {
      assert.equal(stageOf(change({ requestedBy, agreedAt: after(1) }), after(hours)), 'unconfirmed')
    }),
  )
})

test('a person’s own change takes effect as soon as it is confirmed', () => {
  assert.equal(stageOf(change({ requestedBy: null, confirmedAt: after(1) }), after(1)), 'due')
})

test('an administrator’s request waits 24 hours, unless the present address agrees', () => {
  const confirmed = change({ confirmedAt: after(1) })
  assert.equal(stageOf(confirmed, after(23.99)), 'waits')
  assert.deepEqual(takesEffectAt(confirmed), after(24))
  assert.equal(stageOf(confirmed, after(24)), 'due')
  assert.equal(stageOf({ ...confirmed, agreedAt: after(2) }, after(2)), 'due')
})

test('events of an earlier request do not affect the one that replaced it', () => {
  const replaced = change({ confirmedAt: after(-1), agreedAt: after(-1) })
  assert.equal(stageOf(replaced, after(48)), 'unconfirmed')
  assert.deepEqual(takesEffectAt(replaced), after(24))
})
