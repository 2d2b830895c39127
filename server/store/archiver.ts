import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** Whether the database's last attempt to archive a WAL file succeeded, if it archives any. */
export async function isArchiving(db: Db): Promise<boolean> {
  const { rows } = await sql<{ fine: boolean }>`
    select coalesce(last_failed_time < last_archived_time, last_failed_time is null) as fine from pg_stat_archiver`.execute(
    db,
  )
  return rows[0]?.fine ?? true
}
