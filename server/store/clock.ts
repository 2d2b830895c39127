import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** Returns the latest stored time, so that no clock starts before it; null for an empty database. */
export async function latestMoment(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ latest: Date | null }>`
    select greatest(
      (select latest from clock where id = 1),
      (select max(at) from events),
      (select max(registered_at) from subscribers),
      (select max(seen_at) from sessions)
    ) as latest`.execute(db)
  return rows[0]?.latest ?? null
}

/** Records that the product ran at this time. */
export async function noteMoment(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('clock')
    .values({ id: 1, latest: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ latest: sql`greatest(clock.latest, excluded.latest)` }),
    )
    .execute()
}
