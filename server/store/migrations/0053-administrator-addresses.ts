import { sql, type Kysely } from 'kysely'

/**
 * Which account acted under which address. The history names authors by address; nobody else gets an address that is here, so
 * that an address always stands for one account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table administrator_addresses (
      email text primary key,
      email_key text not null,
      account_id uuid not null references accounts (id) on delete cascade
    )`.execute(db)
  await sql`create index administrator_addresses_key on administrator_addresses (email_key)`.execute(db)
  await sql`create index administrator_addresses_account on administrator_addresses (account_id)`.execute(db)
}
