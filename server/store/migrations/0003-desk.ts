import { sql, type Kysely } from 'kysely'
import { addDeskRows } from './0003-desk-rows.ts'

/** What the administrators' desk needs: its list's rows, reviews, the record of its acts, what stays sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Every start asks for the latest moment the data knows: it must not read all of a million histories for it.
  await sql`create index events_at on events (at)`.execute(db)
  await sql`create index subscribers_registered on subscribers (registered_at)`.execute(db)
  await addDeskRows(db)

  await sql`alter table subscribers add column review_since timestamptz`.execute(db)
  await sql`
    update subscribers s set review_since = coalesce(
      (select max(c.at) from screening_checks c where c.subscriber_id = s.id and c.outcome = 'PENDING'), s.registered_at)
    where dpl_status = 'PENDING'`.execute(db)
  await sql`create index subscribers_review on subscribers (review_since, id) where review_since is not null and email_verified_at is not null`.execute(
    db,
  )
  await sql`alter table screening_checks add column comment text`.execute(db)
  // What somebody was cleared of by an administrator: these reasons are not asked about again.
  await sql`
    create table screening_exceptions (
      subscriber_id uuid not null references subscribers on delete cascade,
      reason text not null,
      granted_by text not null,
      granted_at timestamptz not null,
      primary key (subscriber_id, reason)
    )`.execute(db)

  // Who at the desk did what, and when. `subscriber_id` goes once the person is forgotten.
  await sql`
    create table audit (
      id uuid primary key,
      at timestamptz not null,
      by text not null,
      act text not null,
      subscriber_id uuid references subscribers on delete set null,
      subscription_id uuid
    )`.execute(db)
  await sql`create index audit_at on audit (at desc, id desc)`.execute(db)
  await sql`create index audit_subscriber on audit (subscriber_id)`.execute(db)

  // What the law makes a vendor keep of a forgotten person, until its time is over.
  await sql`
    create table sealed_records (
      id uuid primary key,
      kind text not null,
      content jsonb not null,
      sealed_at timestamptz not null,
      keep_until timestamptz not null
    )`.execute(db)
  await sql`create index sealed_records_until on sealed_records (keep_until)`.execute(db)

  await sql`alter table desk_matters add column settled_at timestamptz, add column settled_by text, add column comment text`.execute(
    db,
  )
  await sql`create index desk_matters_open on desk_matters (at, id) where settled_at is null`.execute(db)
}
