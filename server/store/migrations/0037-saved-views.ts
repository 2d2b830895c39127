import { sql, type Kysely } from 'kysely'

/** Views of the users list that an administrator keeps under a name. `query` is what stands in the address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_views (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      name text not null,
      query text not null
    )`.execute(db)
  await sql`create unique index saved_views_name on saved_views (account_id, lower(name))`.execute(db)
}
