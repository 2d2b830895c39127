import { sql, type Kysely } from 'kysely'

/** When an entry of the outbox was last tried, and what the mail server answered: for those who look after mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column tried_at timestamptz, add column answer text`.execute(db)
}
