/**
 * The pages of a list with known positions, when only cursors lead from one to the next. Rows and pages count from 0;
 * page n contains the rows from n × 100 on. A list that was opened in its middle is known there and at its beginning.
 */
import { listLimits } from '../../../domain/limits.ts'
import type { PlaceOfPage, Position } from '../users/users-place.ts'

const size = listLimits.page
/** The number of rows above the one at which a list was opened; more are added when the user scrolls near the top. */
const roomAbove = 10_000
/**
 * The maximum number of rows in the scrollable range: browsers draw nothing taller than about 33 million pixels, and
 * each row takes memory.
 */
const mostRows = 100_000

export type KnownPages = {
  places: ReadonlyMap<number, PlaceOfPage>
  /** The total number of rows, once the last page has been seen. */
  length: number | null
  /** The first row of the scrollable range. */
  origin: number
}

type Beside = { items: readonly unknown[]; next: string | null; before: string | null }

export function opened({ row, page }: Position): KnownPages {
  const at = pageOf(row)
  const places = new Map<number, PlaceOfPage>([[0, {}]])
  if (at > 0) places.set(at, page)
  return { places, length: null, origin: Math.max(0, at * size - roomAbove) }
}

/** Returns what a loaded page shows about its neighbours; the same object if nothing is new. */
export function learned(known: KnownPages, index: number, page: Beside): KnownPages {
  const { places, length } = known
  if (!places.has(index)) return known
  // The list begins here, sooner than estimated.
  if (page.before === null && index > 0 && !places.has(index - 1)) return opened({ row: 0, page: {} })
  if (page.next === null) return ended(known, index, index * size + page.items.length)
  const longer = length !== null && length < (index + 1) * size
  const above = index > 1 && page.before !== null && !places.has(index - 1)
  // Pages after the beginning are counted from there, whatever was counted from elsewhere.
  const below =
    places.get(index)?.before === undefined ? places.get(index + 1)?.cursor !== page.next : !places.has(index + 1)
  if (!above && !below && !longer) return known
  const more = new Map(places)
  if (above) more.set(index - 1, { before: page.before ?? '' })
  if (below) more.set(index + 1, { cursor: page.next })
  return { ...known, places: more, length: longer ? null : length }
}

/** No page follows this one. */
function ended(known: KnownPages, index: number, length: number): KnownPages {
  const beyond = [...known.places.keys()].some((one) => one > index)
  if (!beyond && length === known.length) return known
  return { ...known, length, places: new Map([...known.places].filter(([one]) => one <= index)) }
}

/** Returns one more than the last row of the scrollable range. */
export function rowsKnown({ places, length }: KnownPages): number {
  return length ?? (Math.max(...places.keys()) + 1) * size
}

/** Returns the page that contains a row. */
export function pageOf(row: number): number {
  return Math.floor(row / size)
}

/** Returns the pages to request so that these can be shown: themselves, or the nearest known ones that lead to them. */
export function pagesFor({ places }: KnownPages, firstPage: number, lastPage: number): number[] {
  const wanted = new Set<number>()
  for (let page = firstPage; page <= lastPage; page += 1) wanted.add(places.has(page) ? page : nearest(places, page))
  return [...wanted].toSorted((one, other) => one - other)
}

function nearest(places: KnownPages['places'], page: number): number {
  let best = 0
  for (const one of places.keys()) if (Math.abs(one - page) < Math.abs(best - page)) best = one
  return best
}

/** Moves the scrollable range when the visible row comes near one of its ends. */
export function originFor(row: number, origin: number): number {
  const inside = row - origin <= mostRows && (origin === 0 || row - origin >= size)
  return inside && row >= origin ? origin : Math.max(0, Math.floor((row - roomAbove) / size) * size)
}
