import { sql, type Kysely } from 'kysely'

/** The order in which jobs were written, by which the emails to one person leave: their times may be the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column number bigint generated always as identity`.execute(db)
}
