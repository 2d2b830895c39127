import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/** Returns the key of a counter, a hash: no address is stored. */
export function countKey(limit: string, key: string): string {
  return createHash('sha256').update(`${limit} ${key}`).digest('base64url')
}

/** Increments a counter within a fixed window and returns the new count; shared by all instances. */
export async function countWithin(db: Db, key: string, windowStart: Date): Promise<number> {
  const [count] = await countAllWithin(db, [{ key, windowStart }])
  return count ?? Infinity
}

/** Increments several different counters in one statement, and returns the new counts in their order. */
export async function countAllWithin(
  db: Db,
  counters: readonly { key: string; windowStart: Date }[],
): Promise<number[]> {
  const rows = await db
    .insertInto('rate_limits')
    .values(counters.map(({ key, windowStart }) => ({ key, window_start: windowStart, count: 1 })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        window_start: sql`excluded.window_start`,
        count: sql`case when rate_limits.window_start = excluded.window_start then rate_limits.count + 1 else 1 end`,
      }),
    )
    .returning(['key', 'count'])
    .execute()
  const counts = new Map(rows.map(({ key, count }) => [key, count]))
  return counters.map(({ key }) => {
    const count = counts.get(key)
    if (count === undefined) throw new Error('A counter that was increased was not returned.')
    return count
  })
}

/** Reverts one count within the same window. */
export async function uncount(db: Db, key: string, windowStart: Date): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('key', '=', key)
    .where('window_start', '=', windowStart)
    .where('count', '>', 0)
    .execute()
}

/** Marks a key until then, as a counter that is never increased. */
export async function remember(db: Db, key: string, until: Date): Promise<void> {
  await countWithin(db, key, until)
}

export async function isRemembered(db: Db, key: string): Promise<boolean> {
  const found = db.selectFrom('rate_limits').select('key').where('key', '=', key)
  return (await found.executeTakeFirst()) !== undefined
}

export async function removeOldCounts(db: Db, before: Date): Promise<void> {
  // A counter in use is left for the next time: waiting for it could be mutual.
  const unused = db.selectFrom('rate_limits').select('key').where('window_start', '<', before).forUpdate().skipLocked()
  await db.deleteFrom('rate_limits').where('key', 'in', unused).execute()
}
