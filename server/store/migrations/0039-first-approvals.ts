import { sql, type Kysely } from 'kysely'

/**
 * The first of two approvals of a person who matches a list, and the reasons that it is for. And the thresholds that were in
 * force at a check; null for earlier ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table first_approvals (
    subscriber_id uuid primary key references subscribers (id) on delete cascade,
    "by" text not null,
    at timestamptz not null,
    comment text not null,
    reasons jsonb not null
  )`.execute(db)
  await sql`alter table screening_checks add column thresholds jsonb`.execute(db)
}
