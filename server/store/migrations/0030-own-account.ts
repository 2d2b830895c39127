import { sql, type Kysely } from 'kysely'

/** What people change about their own account. A new address that the person asked for themselves has no `requested_by`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table email_changes alter column requested_by drop not null`.execute(db)
  await sql`alter table subscribers add column billing_address jsonb, add column vat_id text`.execute(db)
  await sql`alter table subscribers add column erasure_requested_at timestamptz`.execute(db)
  await sql`
    create index subscribers_erasure_requested on subscribers (erasure_requested_at, id)
    where erasure_requested_at is not null`.execute(db)
  await sql`alter table sessions add column browser text`.execute(db)
}
