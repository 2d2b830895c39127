import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { addDays, addMonths, daysBetween, isOver, later, longDate, utcMidnight } from './calendar.ts'
import { addInterval } from './catalogue/interval.ts'

const day = (text: string): Date => new Date(`${text}T00:00:00Z`)
const moments = fc.date({ min: day('1970-01-01'), max: day('2200-01-01'), noInvalidDate: true })

describe('the calendar', () => {
  it('returns the UTC day of a moment, at its first and at its last millisecond', () => {
    assert.deepEqual(utcMidnight(new Date('2026-11-20T00:00:00.000Z')), day('2026-11-20'))
    assert.deepEqual(utcMidnight(new Date('2026-11-20T23:59:59.999Z')), day('2026-11-20'))
    assert.deepEqual(utcMidnight(new Date('1969-12-31T12:00:00Z')), day('1969-12-31'))
  })

  it('30 days from 20 November end on 20 December, at whatever hour they start [1.2]', () => {
    for (const hour of ['00:00:00', '12:30:00', '23:59:59']) {
      assert.deepEqual(addDays(new Date(`2026-11-20T${hour}Z`), 30), day('2026-12-20'))
    }
  })

  it('counts months from the first day, and uses the last day of shorter months', () => {
    const months = (anchor: string, ...counts: number[]): string[] =>
      counts.map((count) => addMonths(day(anchor), count).toISOString().slice(0, 10))
    assert.deepEqual(months('2026-01-31', 1, 2, 3, 12), ['2026-02-28', '2026-03-31', '2026-04-30', '2027-01-31'])
    assert.deepEqual(months('2028-01-31', 1, 2), ['2028-02-29', '2028-03-31'])
    assert.deepEqual(months('2026-12-31', 1, 2), ['2027-01-31', '2027-02-28'])
    assert.deepEqual(months('2026-03-31', -1), ['2026-02-28'])
  })

  it('a year from a leap day ends on 28 February, and four years from it on the next leap day', () => {
    assert.deepEqual(addInterval(day('2028-02-29'), 'year', 1), day('2029-02-28'))
    assert.deepEqual(addInterval(day('2028-02-29'), 'year', 4), day('2032-02-29'))
  })

  it('a month from 31 January ends on the last of February, and three months on the last of April', () => {
    assert.deepEqual(addInterval(day('2027-01-31'), 'month', 1), day('2027-02-28'))
    assert.deepEqual(addInterval(day('2027-01-31'), 'month', 3), day('2027-04-30'))
  })

  it('counts weeks across the end of a year', () => {
    assert.deepEqual(addInterval(new Date('2026-12-29T22:00:00Z'), 'week', 2), day('2027-01-12'))
  })

  it('counts midnights between moments, not hours', () => {
    assert.equal(daysBetween(new Date('2026-11-20T23:59:00Z'), new Date('2026-11-21T00:01:00Z')), 1)
    assert.equal(daysBetween(new Date('2026-11-20T00:01:00Z'), new Date('2026-11-20T23:59:00Z')), 0)
    assert.equal(daysBetween(day('2026-11-21'), day('2026-11-20')), -1)
  })

  it('an end date is over at the midnight that ends it, not before', () => {
    assert.equal(isOver(day('2026-12-20'), new Date('2026-12-20T23:59:59.999Z')), false)
    assert.equal(isOver(day('2026-12-20'), day('2026-12-21')), true)
  })

  it('compares two days', () => {
    assert.deepEqual(later(day('2026-11-20'), day('2026-11-21')), day('2026-11-21'))
    assert.deepEqual(later(day('2026-11-21'), day('2026-11-20')), day('2026-11-21'))
  })

  it('adds and counts days consistently, and always returns midnight', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: -4000, max: 4000 }), (moment, count) => {
        const there = addDays(moment, count)
        assert.equal(daysBetween(moment, there), count)
        assert.deepEqual(utcMidnight(there), there)
      }),
    )
  })

  it('stays in the month it counted to, and keeps the day if the month has it', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 600 }), (anchor, count) => {
        const there = addMonths(anchor, count)
        const months = anchor.getUTCFullYear() * 12 + anchor.getUTCMonth() + count
        assert.equal(there.getUTCFullYear() * 12 + there.getUTCMonth(), months)
        const wanted = anchor.getUTCDate()
        if (there.getUTCDate() !== wanted) {
          assert.ok(there.getUTCDate() < wanted)
          assert.equal(addDays(there, 1).getUTCDate(), 1)
        }
      }),
    )
  })
})

describe('a long date', () => {
  it('is the UTC day, at any hour and in any time zone [2.44]', () => {
    for (const day of ['2026-12-20T00:00:00.000Z', '2026-12-20T23:59:59.999Z', new Date(Date.UTC(2026, 11, 20))])
      assert.equal(longDate(day, 'en-GB'), '20 December 2026')
    assert.equal(longDate('2028-02-29T00:00:00Z', 'en-GB'), '29 February 2028')
  })
})
