import { sql, type Kysely } from 'kysely'

/** When and how somebody signed in at the issuer, from the ID token. Sessions that are there already count from their own beginning. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column auth_time timestamptz,
      add column acr text,
      add column amr text[] not null default '{}'`.execute(db)
}
