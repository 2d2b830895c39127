import { sql, type Kysely } from 'kysely'

/** For the page that lists people from denied countries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index subscribers_denied on subscribers (registered_at, id) where denied_country`.execute(db)
}
