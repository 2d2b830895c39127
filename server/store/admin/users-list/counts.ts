import { CompiledQuery } from 'kysely'
import { isPastDue, narrowed, type ListQuery } from './list.ts'
import { findAccessPath, type AccessPath } from './search.ts'
import { conditionOf, partsMeant, onlyLetters } from './words.ts'
import { createValues } from '../../prepared.ts'
import type { Db } from '../../tables.ts'

/** `pastDue`: the number with an overdue payment. */
export type Count = { bucket: number; count: number; pastDue: number }

type Put = (value: unknown) => string
const top = { cursor: null, backward: false }

/**
 * How many lines there are in each bucket of a list; with a limit, no bucket is counted further than one beyond it, or twice
 * that. Planned again each time, because the best plan depends on the search.
 */
export async function countBuckets(db: Db, list: Omit<ListQuery, 'sort'>, limit: number | null): Promise<Count[]> {
  const path = await findAccessPath(db, { ...list, sort: 'status' }, top, limit ?? Infinity)
  const { values, put } = createValues()
  const wanted = `${put(list.buckets)}::smallint[]`
  const lines = (found: string) =>
    `from user_list_rows where bucket = any(${wanted}) and ${found} ${narrowed(list, put)}`
  // Lines that are collected are collected once; the others may be left where they are as soon as there are enough.
  const collected = (found: string) =>
    `select bucket, count(*), count(*) filter (where ${isPastDue}) as past_due ${lines(found)} group by bucket`
  const enough = (found: string) => `select bucket, (select count(*) from
      (select from user_list_rows r where r.bucket = b.bucket and ${found} ${narrowed(list, put)}
        limit ${put((limit ?? 0) + 1)}) enough), 0
    from unnest(${wanted}) b (bucket)`
  const scanned = (found: string) =>
    `${limit === null ? `select bucket, count(*), 0 ${lines(found)} group by bucket` : enough(found)}
    union all select bucket, 0, count(*) ${lines(found)} and ${isPastDue} group by bucket`
  const parts = partsOf(path, put).map(({ by, found }) => (by === 'collect' ? collected(found) : scanned(found)))
  const text = `select bucket, sum(count)::bigint as count, sum(past_due)::bigint as "pastDue"
    from (${parts.join(' union all ')}) parts (bucket, count, past_due) group by bucket`
  return (await db.executeQuery<Count>(CompiledQuery.raw(text, values))).rows
}

/** How many lines there are in all; with a limit, one beyond it at the most, or twice that. */
export async function countLines(db: Db, list: Omit<ListQuery, 'sort'>, limit: number | null): Promise<number> {
  const path = await findAccessPath(db, { ...list, sort: 'status' }, top, limit ?? Infinity)
  const { values, put } = createValues()
  const enough = limit === null ? '' : `limit ${put(limit + 1)}`
  const wanted = `${put(list.buckets)}::smallint[]`
  const counts = partsOf(path, put).map(
    ({ found }) => `select count(*) from (select from user_list_rows
      where bucket = any(${wanted}) and ${found} ${narrowed(list, put)} ${enough}) enough`,
  )
  const text = `select sum(count)::bigint as count from (${counts.join(' union all ')}) parts`
  return (await db.executeQuery<{ count: number }>(CompiledQuery.raw(text, values))).rows[0]?.count ?? 0
}

/** The lines of a list in parts without a line in common, each with how it is counted. */
function partsOf(path: AccessPath, put: Put): { by: 'collect' | 'scan'; found: string }[] {
  // The indexes of countries and plans have them by bucket.
  if (path.by === 'meaning')
    return [
      ...partsMeant(path.word, put).map((found) => ({ by: 'scan' as const, found })),
      { by: 'collect', found: onlyLetters(path.word, put) },
    ]
  return [{ by: path.by === 'letters' ? 'collect' : 'scan', found: holding(path, put) }]
}

function holding(path: AccessPath, put: Put): string {
  if (path.by === 'all') return 'true'
  if (path.by === 'subscriber') return `subscriber_id = ${put(path.id)}::uuid`
  if (path.by === 'meaning') return conditionOf([path.word], put, false)
  return conditionOf(path.words, put, path.by === 'letters')
}
