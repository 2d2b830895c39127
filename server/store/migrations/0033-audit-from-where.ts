import { sql, type Kysely } from 'kysely'

/**
 * From which network address an administrator acted, and the reason given where no event of a subscription and no decision
 * holds it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit add column address text, add column comment text`.execute(db)
  await sql`create index audit_address on audit (at) where address is not null`.execute(db)
}
