import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { linesPassed } from './sample.ts'

/** A million lines, of which the sample contains 700: 400 in one bucket, 50 in each of six others. */
const lines = [400, 50, 50, 50, 50, 50, 50]
const sample = { scale: 1500, hits: 28, ahead: 700, aheadHits: 28, first: 25, lines }

test('an estimate is a few thousand lines for a country whose lines are in every type and status', () => {
  const passed = linesPassed({ ...sample, before: [20, 31, 25, 8, 40, 12, 27] }, 101, true)
  assert.equal(passed, 101 * 25)
})

test('an estimate assumes that every line of a type and status without a match for the plan is read', () => {
  const passed = linesPassed({ ...sample, aheadHits: 150, before: [400, 2, 3, 50, 1, 4, 50] }, 101, true)
  assert.ok(passed > 400 * 1500, String(passed))
})

test('an estimate assumes that the matches of a name are adjacent', () => {
  const passed = linesPassed({ ...sample, lines: [], before: [] }, 101, false)
  assert.ok(passed > 25 * 1500, String(passed))
})

test('an estimate assumes that people of a country are adjacent if their names are, or if few were sampled', () => {
  const before = [160, 20, 20, 20, 20, 20, 20]
  assert.ok(linesPassed({ ...sample, first: 280, before }, 101, true) > 280 * 1500)
  assert.ok(linesPassed({ ...sample, aheadHits: 10, first: 60, before }, 101, true) > 60 * 1500)
})

test('an estimate never exceeds the remaining lines, and never falls as matches increase', () => {
  const seen = fc.record({ lines: fc.integer({ min: 1, max: 500 }), before: fc.nat(500) })
  fc.assert(
    fc.property(
      fc.array(seen, { minLength: 1, maxLength: 9 }),
      fc.nat(700),
      fc.nat(20_000),
      fc.boolean(),
      (all, hits, wanted, byTags) => {
        const ahead = all.reduce((sum, each) => sum + each.lines, 0)
        const before = all.map((each) => Math.min(each.before, each.lines))
        const given = {
          scale: 1500,
          hits,
          ahead,
          aheadHits: Math.min(hits, ahead),
          first: Math.min(...before),
          lines: all.map((each) => each.lines),
          before,
        }
        const passed = linesPassed(given, wanted, byTags)
        assert.ok(passed <= ahead * 1500)
        assert.ok(linesPassed(given, wanted + 1, byTags) >= passed)
      },
    ),
  )
})
