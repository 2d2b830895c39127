import { sql, type Kysely } from 'kysely'

/** When administrators were emailed about a payment issue: once each. What is open at the upgrade is new to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_issues add column notified_at timestamptz`.execute(db)
}
