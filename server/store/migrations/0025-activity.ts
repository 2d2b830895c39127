import { sql, type Kysely } from 'kysely'

/**
 * What is kept of a person beside their subscriptions, so that support sees one timeline: emails, sign-ins, downloads, and
 * what administrators did to the person. It goes with the person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table activities (
      id text primary key,
      subscriber_id uuid not null references subscribers (id) on delete cascade,
      at timestamptz not null,
      kind text not null,
      "by" text,
      data jsonb not null
    )`.execute(db)
  await sql`create index activities_subscriber on activities (subscriber_id, at desc, id desc)`.execute(db)
  await sql`create index activities_at on activities (at)`.execute(db)
}
