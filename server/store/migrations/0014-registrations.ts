import { sql, type Kysely } from 'kysely'

/**
 * Which registration an unconfirmed subscriber is from: its activation link names `registration`, and `registered_in` is
 * the hash of the browser's cookie. Both are null once the address is confirmed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscribers add column registration uuid, add column registered_in text`.execute(db)
  await sql`create index accounts_email on accounts (lower(email))`.execute(db)
}
