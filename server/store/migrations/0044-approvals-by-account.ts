import { sql, type Kysely } from 'kysely'

/** Whose account gave a first approval: an address may change. One whose account is not known has to be given again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from first_approvals`.execute(db)
  await sql`alter table first_approvals add column account_id uuid not null references accounts (id) on delete cascade`.execute(
    db,
  )
}
