import type { Reader } from './form.ts'
import type { List } from '../state/kinds.ts'
import { invalid } from './refusal.ts'

export function emptyList<T>(url: string): List<T> {
  return listOf([], url)
}

export function listOf<T>(data: T[], url: string): List<T> {
  return { object: 'list', data, has_more: false, url }
}

/**
 * Returns one page of the rows (stored oldest first), newest first, according to `limit`, `starting_after` and
 * `ending_before`.
 */
export function page<T extends { id: string; created?: number }>(rows: T[], from: Reader, url: string): List<T> {
  const limit = from.integer('limit') ?? 10
  if (limit < 1 || limit > 100) throw invalid('Invalid integer: must be between 1 and 100.', 'limit')
  const after = from.text('starting_after')
  const before = from.text('ending_before')
  if (after && before) throw invalid('You may not specify both `starting_after` and `ending_before`.')
  const all = rows.toReversed().filter(({ created = 0 }) => within(created, from))
  const place = (id: string, param: string): number => {
    const found = all.findIndex((row) => row.id === id)
    if (found < 0) throw invalid(`No such object: '${id}'`, param, 'resource_missing')
    return found
  }
  if (before) {
    const end = place(before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url }
  }
  const start = after ? place(after, 'starting_after') + 1 : 0
  return { object: 'list', data: all.slice(start, start + limit), has_more: all.length > start + limit, url }
}

function within(created: number, from: Reader): boolean {
  if (!from.has('created')) return true
  let range: Reader
  try {
    range = from.inner('created')
  } catch {
    return created === from.integer('created')
  }
  const {
    gt = -Infinity,
    gte = -Infinity,
    lt = Infinity,
    lte = Infinity,
  } = {
    gt: range.integer('gt'),
    gte: range.integer('gte'),
    lt: range.integer('lt'),
    lte: range.integer('lte'),
  }
  return created > gt && created >= gte && created < lt && created <= lte
}
