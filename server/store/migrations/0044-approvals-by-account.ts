import { sql, type Kysely } from 'kysely'

/** Whose account gave a first approval: an address may change. One whose account is not known is worth nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table first_approvals add column account_id uuid references accounts (id) on delete cascade`.execute(
    db,
  )
}
