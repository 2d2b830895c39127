import { sql, type Kysely } from 'kysely'

/** A new address that its owner has not proved yet, one for each person, and the addresses a person had before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_changes (
      subscriber_id uuid primary key references subscribers (id) on delete cascade,
      email text not null,
      token_hash text not null unique,
      requested_by text not null,
      requested_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`alter table subscribers add column earlier_emails text[] not null default '{}'`.execute(db)
}
