import { sql, type Kysely } from 'kysely'

/** A check that finds what the one before found leaves no row of its own: the latest says how often and when it was repeated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table screening_checks
      add column last_checked_at timestamptz,
      add column repeats integer not null default 0`.execute(db)
}
