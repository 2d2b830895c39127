import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** A stored time, and the table that contains it. */
export type StoredMoment = { at: Date; table: string }

/** Returns the latest stored time, so that no clock starts before it; null for an empty database. */
export async function latestMoment(db: Db): Promise<StoredMoment | null> {
  const { rows } = await sql<StoredMoment>`
    select * from (values
      ((select latest from clock where id = 1), 'clock'),
      ((select max(at) from events), 'events'),
      ((select max(registered_at) from subscribers), 'subscribers'),
      ((select max(seen_at) from sessions), 'sessions')
    ) as moments (at, "table")
    where at is not null order by at desc limit 1`.execute(db)
  return rows[0] ?? null
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
