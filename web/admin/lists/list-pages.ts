/**
 * Which pages of a list are known by their place, when only cursors lead from one to the next. Rows and pages count from 0;
 * page n holds the rows from n × 100 on. A list that was opened in its middle is known there and at its beginning.
 */
import { listLimits } from '../../../domain/limits.ts'
import type { PlaceOfPage, Position } from '../users/users-place.ts'

const size = listLimits.page
/** The number of rows above the one a list was opened at; the rest above them is added as one scrolls near. */
const roomAbove = 10_000
/**
 * The maximum number of rows that can be scrolled together: browsers draw nothing taller than some 33 million pixels, and
 * each row costs.
 */
const mostRows = 100_000

export type KnownPages = {
  places: ReadonlyMap<number, PlaceOfPage>
  /** How many rows there are, once the last page has been seen. */
  length: number | null
  /** The row at the top of what can be scrolled. */
  origin: number
}

type Beside = { items: readonly unknown[]; next: string | null; before: string | null }

export function opened({ row, page }: Position): KnownPages {
  const at = pageOf(row)
  const places = new Map<number, PlaceOfPage>([[0, {}]])
  if (at > 0) places.set(at, page)
  return { places, length: null, origin: Math.max(0, at * size - roomAbove) }
}

/** What a page that has come tells of the pages beside it. The same object when it tells nothing new. */
export function learned(known: KnownPages, index: number, page: Beside): KnownPages {
  const { places, length } = known
  if (!places.has(index)) return known
  // The list begins here, sooner than it was thought to.
  if (page.before === null && index > 0 && !places.has(index - 1)) return opened({ row: 0, page: {} })
  if (page.next === null) return ended(known, index, index * size + page.items.length)
  const longer = length !== null && length < (index + 1) * size
  const above = index > 1 && page.before !== null && !places.has(index - 1)
  // What follows the beginning is counted from there, whatever was counted from elsewhere.
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

/** One more than the last row that can be scrolled to. */
export function rowsKnown({ places, length }: KnownPages): number {
  return length ?? (Math.max(...places.keys()) + 1) * size
}

/** The page a row lies on. */
export function pageOf(row: number): number {
  return Math.floor(row / size)
}

/** The pages to ask for so that these can be shown: themselves, or the known ones nearest to them on the way there. */
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

/** Moves what can be scrolled when the row in view comes near one of its ends. */
export function originFor(row: number, origin: number): number {
  const inside = row - origin <= mostRows && (origin === 0 || row - origin >= size)
  return inside && row >= origin ? origin : Math.max(0, Math.floor((row - roomAbove) / size) * size)
}
