import { CompiledQuery } from 'kysely'
import { isPastDue, narrowed, type ListQuery } from './list.ts'
import { findAccessPath, type AccessPath } from './search.ts'
import { conditionOf, partsMeant, onlyLetters } from './words.ts'
import { createValues } from '../../prepared.ts'
import type { Db } from '../../tables.ts'

/** `pastDue`: the number with an overdue payment. */
export type Count = { bucket: number; count: number; pastDue: number }

type Put = (value: unknown) => string
const top = { place: null, backward: false }

/**
 * How many lines there are in each bucket of a list; with a limit, no bucket is counted further than one beyond it, or twice
 * that. Planned again each time, because the best plan depends on the search.
 */
export async function countBuckets(db: Db, list: Omit<ListQuery, 'sort'>, limit: number | null): Promise<Count[]> {
  const way = await findAccessPath(db, { ...list, sort: 'status' }, top, limit ?? Infinity)
  const { values, put } = createValues()
  const wanted = `${put(list.buckets)}::smallint[]`
  const lines = (found: string) =>
    `from user_list_rows where bucket = any(${wanted}) and ${found} ${narrowed(list, put)}`
  // Lines that are gathered are gathered once; the others may be left where they are as soon as there are enough.
  const gathered = (found: string) =>
    `select bucket, count(*), count(*) filter (where ${isPastDue}) as past_due ${lines(found)} group by bucket`
  const enough = (found: string) => `select bucket, (select count(*) from
      (select from user_list_rows r where r.bucket = b.bucket and ${found} ${narrowed(list, put)}
        limit ${put((limit ?? 0) + 1)}) enough), 0
    from unnest(${wanted}) b (bucket)`
  const walked = (found: string) =>
    `${limit === null ? `select bucket, count(*), 0 ${lines(found)} group by bucket` : enough(found)}
    union all select bucket, 0, count(*) ${lines(found)} and ${isPastDue} group by bucket`
  const parts = partsOf(way, put).map(({ by, found }) => (by === 'gathering' ? gathered(found) : walked(found)))
  const text = `select bucket, sum(count)::bigint as count, sum(past_due)::bigint as "pastDue"
    from (${parts.join(' union all ')}) parts (bucket, count, past_due) group by bucket`
  return (await db.executeQuery<Count>(CompiledQuery.raw(text, values))).rows
}

/** How many lines there are in all; with a limit, one beyond it at the most, or twice that. */
export async function countLines(db: Db, list: Omit<ListQuery, 'sort'>, limit: number | null): Promise<number> {
  const way = await findAccessPath(db, { ...list, sort: 'status' }, top, limit ?? Infinity)
  const { values, put } = createValues()
  const enough = limit === null ? '' : `limit ${put(limit + 1)}`
  const wanted = `${put(list.buckets)}::smallint[]`
  const counts = partsOf(way, put).map(
    ({ found }) => `select count(*) from (select from user_list_rows
      where bucket = any(${wanted}) and ${found} ${narrowed(list, put)} ${enough}) enough`,
  )
  const text = `select sum(count)::bigint as count from (${counts.join(' union all ')}) parts`
  return (await db.executeQuery<{ count: number }>(CompiledQuery.raw(text, values))).rows[0]?.count ?? 0
}

/** The lines of a list in parts without a line in common, each with the way by which it is counted. */
function partsOf(way: AccessPath, put: Put): { by: 'gathering' | 'walk'; found: string }[] {
  // The indexes of countries and plans have them by bucket.
  if (way.by === 'meaning')
    return [
      ...partsMeant(way.word, put).map((found) => ({ by: 'walk' as const, found })),
      { by: 'gathering', found: onlyLetters(way.word, put) },
    ]
  return [{ by: way.by === 'letters' ? 'gathering' : 'walk', found: holding(way, put) }]
}

function holding(way: AccessPath, put: Put): string {
  if (way.by === 'all') return 'true'
  if (way.by === 'subscriber') return `subscriber_id = ${put(way.id)}::uuid`
  if (way.by === 'meaning') return conditionOf([way.word], put, false)
  return conditionOf(way.words, put, way.by === 'letters')
}
