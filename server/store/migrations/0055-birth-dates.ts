import { sql, type Kysely } from 'kysely'

/**
 * Dates of birth that reviewers ask for, one a person, until the review is decided. Then the date stands with the decision.
 * Dates are texts, `YYYY-MM-DD`: they have no time zone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table birth_date_requests (
    subscriber_id uuid primary key references subscribers (id) on delete cascade,
    asked_by text not null,
    asked_at timestamptz not null,
    token_hash text not null unique,
    expires_at timestamptz not null,
    birth_date text,
    answered_at timestamptz
  )`.execute(db)
  await sql`alter table screening_checks add column birth_date text`.execute(db)
}
