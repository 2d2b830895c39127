import { sql, type Kysely } from 'kysely'

/** Whether its owner has extended a trial. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column extended_by_owner boolean not null default false`.execute(db)
}
