import { sql, type Kysely } from 'kysely'

/** What a discount and the customer's credit take off the next charge. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column next_discount bigint, add column next_credit bigint`.execute(db)
}
