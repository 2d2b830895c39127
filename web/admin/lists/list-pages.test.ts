import assert from 'node:assert/strict'
import { test } from 'vitest'
import { learned, opened, originFor, pageOf, pagesFor, rowsKnown, type KnownPages } from './list-pages.ts'
import { top, type PlaceOfPage } from '../users/users-place.ts'

/** Returns a list of a number of rows, whose cursors are the row numbers. */
function aList(length: number) {
  return ({ cursor, before }: PlaceOfPage) => {
    const end = before === undefined ? Math.min(length, Number(cursor ?? -1) + 101) : Number(before)
    const from = before === undefined ? Number(cursor ?? -1) + 1 : Math.max(0, end - 100)
    return {
      items: Array.from({ length: end - from }, (_, at) => from + at),
      next: end < length ? String(end - 1) : null,
      before: from > 0 ? String(from) : null,
    }
  }
}

/** Loads page after page until the requested one has arrived; returns the known pages, and its rows. */
function walk(known: KnownPages, ask: ReturnType<typeof aList>, page: number, most: number) {
  let now = known
  for (let loads = 0; loads < most; loads += 1) {
    const [next = 0] = pagesFor(now, page, page)
    const answer = ask(now.places.get(next) ?? {})
    now = learned(now, next, answer)
    if (next === page) return { known: now, rows: answer.items }
  }
  throw new Error(`page ${page} was not reached`)
}

test('from the top, each page leads to the next, and the last one gives the length', () => {
  const ask = aList(250)
  let known = opened(top)
  assert.equal(rowsKnown(known), 100)
  for (const page of [0, 1, 2]) ({ known } = walk(known, ask, page, 1))
  assert.equal(known.length, 250)
  assert.equal(rowsKnown(known), 250)
})

test('a list opened in its middle leads both ways, and its beginning is known', () => {
  const ask = aList(100_000)
  const known = opened({ row: 50_020, page: { cursor: '49999' } })
  assert.equal(walk(known, ask, 500, 1).rows[0], 50_000)
  assert.equal(walk(known, ask, 501, 2).rows[0], 50_100)
  assert.equal(walk(known, ask, 497, 4).rows[0], 49_700)
  assert.equal(walk(known, ask, 0, 1).rows[0], 0)
  assert.equal(walk(known, ask, 3, 4).rows[0], 300)
})

test('a page that was seen is requested by its own position, however far away it is', () => {
  const ask = aList(100_000)
  let known = opened(top)
  for (let page = 0; page < 300; page += 1) ({ known } = walk(known, ask, page, 1))
  assert.equal(walk(known, ask, 150, 1).rows[0], 15_000)
})

test('later rows are counted from the beginning, whatever the URL states', () => {
  const ask = aList(100_000)
  // Meanwhile 30 rows above have disappeared: row 1000 is now row 970.
  let { known } = walk(opened({ row: 1000, page: { cursor: '969' } }), ask, 10, 1)
  for (let page = 9; page > 0; page -= 1) ({ known } = walk(known, ask, page, 1))
  ;({ known } = walk(known, ask, 0, 1))
  assert.equal(walk(known, ask, 1, 1).rows[0], 100)
})

test('a list that begins sooner than estimated is shown from its top', () => {
  const ask = aList(100_000)
  const { known } = walk(opened({ row: 1000, page: { cursor: '149' } }), ask, 10, 1)
  const up = learned(known, 9, ask(known.places.get(9) ?? {}))
  assert.equal(learned(up, 8, ask(up.places.get(8) ?? {})).places.size, 1)
})

test('an empty last page and an empty list end it, and an unchanged list is the same object', () => {
  assert.equal(rowsKnown(learned(opened(top), 0, aList(0)({}))), 0)
  const one = learned(opened(top), 0, aList(300)({}))
  assert.equal(learned(one, 0, aList(300)({})), one)
  const end = learned(one, 1, { items: [], next: null, before: '100' })
  assert.equal(rowsKnown(end), 100)
  assert.equal(learned(end, 1, { items: [], next: null, before: '100' }), end)
  assert.equal(learned(end, 0, aList(300)({})), end)
})

test('the scrollable range follows the visible row and never grows without bound', () => {
  let origin = 0
  for (let row = 0; row < 1_000_000; row += 100) {
    origin = originFor(row, origin)
    assert.ok(row >= origin && row - origin <= 100_000)
  }
  for (let row = 999_900; row >= 0; row -= 100) {
    origin = originFor(row, origin)
    assert.ok(row >= origin)
  }
  assert.equal(origin, 0)
  assert.equal(pageOf(199), 1)
})
