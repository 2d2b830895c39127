import { sql, type Kysely } from 'kysely'

/**
 * Orders whose first payment takes days, closed ones of which the provider may still collect something, and what stays to be
 * paid of a subscription whose renewal is stopped.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column processing_at timestamptz`.execute(db)
  await sql`alter table orders add column left_over boolean not null default false`.execute(db)
  await sql`alter table subscriptions add column owed jsonb`.execute(db)
  await sql`create index orders_left_over on orders (asked_at) where left_over`.execute(db)
}
