import assert from 'node:assert/strict'
import { test } from 'vitest'
import { editionTime, isOldList, listAge, listAgeDays } from './list-age.ts'

const day = 86_400_000
const date = '2026-11-01T00:00:00.000Z'
const after = (ms: number) => new Date(Date.parse(date) + ms)

test('the age of a list counts from when it was last confirmed as current, and is never below 0', () => {
  assert.equal(listAge({ confirmed_at: after(4 * day) }, after(5 * day)), day)
  assert.equal(listAge({ confirmed_at: after(day) }, after(0)), 0)
})

test('the age of a list in days counts whole days', () => {
  for (const [ms, days] of [
    [0, 0],
    [day - 1, 0],
    [day, 1],
    [3.9 * day, 3],
  ] as const)
    assert.equal(listAgeDays({ confirmed_at: after(0) }, after(ms)), days)
})

test('a list is old after more than three days', () => {
  assert.equal(isOldList({ confirmed_at: after(0) }, after(3 * day)), false)
  assert.equal(isOldList({ confirmed_at: after(0) }, after(3 * day + 1)), true)
  assert.equal(isOldList({ confirmed_at: after(day) }, after(3 * day + 1)), false)
})

test('an edition has the date stated in its files, whatever their modification time; without one, the modification time', () => {
  const modifiedAt = Date.parse('2026-11-23T10:00:00Z')
  const at = (...editions: (string | undefined)[]) =>
    new Date(
      editionTime(editions.map((edition) => ({ modifiedAt, ...(edition === undefined ? {} : { edition }) }))),
    ).toISOString()
  assert.equal(at('2026-02-27'), '2026-02-27T00:00:00.000Z')
  assert.equal(at('2026-02-27', '2026-02-28'), '2026-02-28T00:00:00.000Z')
  for (const edition of [undefined, '', '000000012345', '2026-99-99', '+002026-02-27', '2026-2-07', '2026-02-7'])
    assert.equal(at(edition), '2026-11-23T10:00:00.000Z')
  assert.equal(editionTime([{ modifiedAt: 1.9 }, { modifiedAt: 0.5 }]), 1)
})
