import assert from 'node:assert/strict'
import { test } from 'vitest'
import { maxSelected } from '../../../../domain/subscription/subscription-list.ts'
import type { AdminRow } from '../../acts/rows.ts'
import { countOutside, rowsBetween, viewOf } from './rows-in-view.ts'

/** A list of rows that are their own numbers; `loaded` states which have arrived. */
function listOf(length: number, loaded: (row: number) => boolean = () => true) {
  const rowAt = (row: number) => (row < length && loaded(row) ? ({ id: `${row}` } as AdminRow) : undefined)
  return { length, end: length, rowAt }
}
const idsOf = (rows: readonly AdminRow[]) => rows.map(({ id }) => Number(id))
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

test('offers the whole list if it does not exceed the maximum selection', () => {
  const { rows, whole } = viewOf(listOf(maxSelected), 3, 7)
  assert.deepEqual({ whole, rows: idsOf(rows) }, { whole: true, rows: numbers(0, maxSelected) })
})

test('offers the rows in view of a longer list, of one whose length is unknown, and of one not loaded', () => {
  const lists = [listOf(maxSelected + 1), { ...listOf(20), length: null }, listOf(20, (row) => row !== 12)]
  for (const list of lists) {
    const { rows, whole } = viewOf(list, 3, 7)
    assert.deepEqual({ whole, rows: idsOf(rows) }, { whole: false, rows: [3, 4, 5, 6] })
  }
})

test('offers no row after the end', () => {
  assert.deepEqual(idsOf(viewOf({ ...listOf(20), length: null }, 18, 25).rows), [18, 19])
})

test('counts the selected rows that a list does not have, if the whole list is known', () => {
  const { rows } = viewOf(listOf(8), 0, 8)
  assert.equal(countOutside(rows, { rows: [], whole: true }), 8)
  assert.equal(countOutside(rows, { rows: rows.slice(3), whole: true }), 3)
  assert.equal(countOutside(rows, { rows: rows.slice(3), whole: false }), 0)
})

test('returns the loaded rows between two, in either order, up to the maximum selection', () => {
  const { rowAt } = listOf(5000, (row) => row !== 4)
  assert.deepEqual(idsOf(rowsBetween(rowAt, 2, 6)), [2, 3, 5, 6])
  assert.deepEqual(idsOf(rowsBetween(rowAt, 6, 2)), [2, 3, 5, 6])
  assert.deepEqual(idsOf(rowsBetween(rowAt, 9, 9)), [9])
  assert.deepEqual(idsOf(rowsBetween(rowAt, 4999, 10)), numbers(10, 10 + maxSelected))
})
