import { sql, type Kysely } from 'kysely'

/**
 * When the edition of a list was last current: at the time of its files, or when its publisher was last asked. And which lists
 * administrators were told are old, so that they are told once until the list is current again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table screening_lists add column confirmed_at timestamptz, add column fetched_at timestamptz`.execute(
    db,
  )
  await sql`create table screening_list_alarms (list text primary key, told_at timestamptz not null)`.execute(db)
}
