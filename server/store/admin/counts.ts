import { CompiledQuery } from 'kysely'
import { isPastDue, narrowed, type ListQuery } from './list.ts'
import { findAccessPath, hasTags, type AccessPath } from './search.ts'
import { conditionOf } from './words.ts'
import { createValues } from '../prepared.ts'
import type { Db } from '../tables.ts'

/** `pastDue`: the number with an overdue payment. */
export type Count = { bucket: number; count: number; pastDue: number }

/**
 * Counts the lines in each bucket of a list; with a limit, each bucket up to one beyond it. Planned again each time,
 * because the best plan depends on the search.
 */
export async function countBuckets(db: Db, list: Omit<ListQuery, 'sort'>, limit: number | null): Promise<Count[]> {
  const top = { place: null, backward: false }
  const way = await findAccessPath(db, { ...list, sort: 'status' }, top, limit ?? Infinity, true)
  const { values, put } = createValues()
  const [wanted, found] = [`${put(list.buckets)}::smallint[]`, `${foundBy(way, put)} ${narrowed(list, put)}`]
  // Lines found through indexes are collected once, and a walk that fetches each line reads the table once; other ways
  // stop as soon as the limit is reached.
  const isOnePass = way.by === 'letters' || (way.by === 'walk' && hasTags(way.words))
  const lines = `from user_list_rows where bucket = any(${wanted}) ${found}`
  const enough = () => `select bucket, (select count(*) from
      (select from user_list_rows r where r.bucket = b.bucket ${found} limit ${put((limit ?? 0) + 1)}) enough) as count
    from unnest(${wanted}) b (bucket)`
  const text = isOnePass
    ? `select bucket, count(*), count(*) filter (where ${isPastDue}) as "pastDue" ${lines} group by bucket`
    : `with past_due as materialized (select bucket, count(*) ${lines} and ${isPastDue} group by bucket),
        counted as (${limit === null ? `select bucket, count(*) ${lines} group by bucket` : enough()})
      select bucket, counted.count, coalesce(past_due.count, 0) as "pastDue" from counted left join past_due using (bucket)`
  return (await db.executeQuery<Count>(CompiledQuery.raw(text, values))).rows
}

/** Counts all lines; with a limit, up to one beyond it. */
export async function countLines(db: Db, list: Omit<ListQuery, 'sort'>, limit: number | null): Promise<number> {
  const way = await findAccessPath(db, { ...list, sort: 'status' }, { place: null, backward: false }, limit ?? Infinity)
  const { values, put } = createValues()
  const enough = limit === null ? '' : `limit ${put(limit + 1)}`
  const text = `select count(*) from (select from user_list_rows
    where bucket = any(${put(list.buckets)}::smallint[]) ${foundBy(way, put)} ${narrowed(list, put)} ${enough}) enough`
  return (await db.executeQuery<{ count: number }>(CompiledQuery.raw(text, values))).rows[0]?.count ?? 0
}

function foundBy(way: AccessPath, put: (value: unknown) => string): string {
  if (way.by === 'all') return ''
  if (way.by === 'subscriber') return `and subscriber_id = ${put(way.id)}::uuid`
  return `and ${conditionOf(way.words, put, way.by === 'letters')}`
}
