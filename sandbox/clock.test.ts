import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createSandboxClock } from './clock.ts'

test('without a start, returns the machine’s time and reports that it was not moved', () => {
  const machine = new Date('2026-11-20T10:00:00Z')
  const clock = createSandboxClock({ machine: () => machine })
  assert.equal(clock.now(), machine)
  assert.equal(clock.moved(), false)
})

test('with a start, begins at that moment, runs at the machine’s pace and reports that it was moved', () => {
  let passed = 5_000
  const clock = createSandboxClock({ start: new Date('2026-12-24T00:00:00Z'), elapsed: () => passed })
  assert.equal(clock.now().toISOString(), '2026-12-24T00:00:00.000Z')
  passed += 61_500.7
  assert.equal(clock.now().toISOString(), '2026-12-24T00:01:01.500Z')
  assert.equal(clock.moved(), true)
})

test('a clock ignores later changes of its start', () => {
  const start = new Date('2026-12-24T00:00:00Z')
  const clock = createSandboxClock({ start, elapsed: () => 0 })
  start.setFullYear(2030)
  clock.now().setFullYear(2031)
  assert.equal(clock.now().toISOString(), '2026-12-24T00:00:00.000Z')
})

test('a clock that is set continues from there', () => {
  let passed = 5_000
  const clock = createSandboxClock({ start: new Date('2026-12-24T00:00:00Z'), elapsed: () => passed })
  passed += 1_000
  clock.set(new Date('2027-03-01T12:00:00Z'))
  assert.equal(clock.now().toISOString(), '2027-03-01T12:00:00.000Z')
  passed += 1_000
  assert.equal(clock.now().toISOString(), '2027-03-01T12:00:01.000Z')
})

test('a clock cannot be set to a time in its past', () => {
  const clock = createSandboxClock({ start: new Date('2026-12-24T00:00:00Z'), elapsed: () => 0 })
  assert.throws(() => clock.set(new Date('2026-12-23T23:59:59Z')), /2026-12-24T00:00:00/)
  assert.equal(clock.now().toISOString(), '2026-12-24T00:00:00.000Z')
})
