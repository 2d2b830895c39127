import { sql, type Kysely } from 'kysely'

/** A change of address waits for its time or for the old address to agree, and the old address can cancel it or undo it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table email_changes
      add column old_token_hash text,
      add column confirmed_at timestamptz,
      add column agreed_at timestamptz`.execute(db)
  await sql`
    create table email_restores (
      token_hash text primary key,
      subscriber_id uuid not null references subscribers (id) on delete cascade,
      email text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index email_restores_subscriber on email_restores (subscriber_id)`.execute(db)
}
