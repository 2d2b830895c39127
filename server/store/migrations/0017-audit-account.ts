import { sql, type Kysely } from 'kysely'

/** Whose account at the identity provider a line is about, where that is not a subscriber: by its id there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit add column account text`.execute(db)
}
