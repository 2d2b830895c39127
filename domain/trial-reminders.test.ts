import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { addDays, daysBetween, utcMidnight } from './calendar.ts'
import { dueReminders } from './trial-reminders.ts'

const dueOf = (status: 'active' | 'expired', endDate: Date, now: Date) =>
  dueReminders(now).flatMap(({ reminder, status: wanted, from, to }) =>
    wanted === status && endDate >= from && endDate <= to ? [reminder] : [],
  )

test('dueReminders › a trial’s end is announced seven days before it, and again on the day before', () => {
  const now = new Date('2026-12-10T15:04:00Z')
  const at = (days: number) => dueOf('active', addDays(now, days), now)
  assert.deepEqual(
    [at(8), at(7), at(2), at(1), at(0)],
    [[], ['trial-ends-soon'], ['trial-ends-soon'], ['trial-ends-tomorrow'], ['trial-ends-tomorrow']],
  )
})

test('dueReminders › the end of a trial is announced for two weeks from the day after its last', () => {
  const now = new Date('2026-12-10T00:00:00Z')
  const at = (days: number) => dueOf('expired', addDays(now, -days), now)
  assert.deepEqual([at(0), at(1), at(14), at(15)], [[], ['trial-has-ended'], ['trial-has-ended'], []])
})

test('at most one reminder is due on any day, and none about another end date', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2024-01-01'), max: new Date('2032-01-01'), noInvalidDate: true }),
      fc.integer({ min: -40, max: 40 }),
      fc.constantFrom('active' as const, 'expired' as const),
      (now, days, status) => {
        const endDate = addDays(utcMidnight(now), days)
        const due = dueOf(status, endDate, now)
        assert.ok(due.length <= 1)
        if (due[0] === 'trial-has-ended') assert.ok(status === 'expired' && daysBetween(endDate, now) >= 1)
        else if (due[0]) assert.ok(status === 'active' && daysBetween(now, endDate) >= 0)
      },
    ),
  )
})
