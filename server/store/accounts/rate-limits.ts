import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/** Returns the key of a counter, a hash: no address is stored. */
export function countKey(limit: string, key: string): string {
  return createHash('sha256').update(`${limit} ${key}`).digest('base64url')
}

/** Increments a counter within a fixed window and returns the new count; shared by all instances. */
export async function countWithin(db: Db, key: string, windowStart: Date): Promise<number> {
  const row = await db
    .insertInto('rate_limits')
    .values({ key, window_start: windowStart, count: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        window_start: windowStart,
        count: sql`case when rate_limits.window_start = excluded.window_start then rate_limits.count + 1 else 1 end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
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
  await db.deleteFrom('rate_limits').where('window_start', '<', before).execute()
}
