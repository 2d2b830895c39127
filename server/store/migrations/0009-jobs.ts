import { sql, type Kysely } from 'kysely'

/**
 * One table for all work that is done after a commit (docs/decisions/0024-jobs.md), in place of `outbox`, `provider_events` and the
 * lease of `screening_runs`; and a number for each event, by which a reader goes through all of them (docs/decisions/0023-events-cursor.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table jobs (
      id text primary key,
      kind text not null check (kind in ('email', 'billing', 'billing-event', 'erasure-log', 'rescreening')),
      subject text,
      subscriber_id uuid references subscribers on delete cascade,
      payload jsonb not null,
      created_at timestamptz not null,
      run_at timestamptz not null,
      attempts integer not null default 0,
      answered integer not null default 0,
      leased_until timestamptz,
      lease uuid,
      last_error text,
      answer text,
      tried_at timestamptz,
      given_up_at timestamptz,
      done_at timestamptz
    )`.execute(db)
  await sql`create index jobs_due on jobs (kind, run_at) where given_up_at is null and done_at is null`.execute(db)
  await sql`create index jobs_subject on jobs (subject, kind) where given_up_at is null and done_at is null`.execute(db)
  await sql`create index jobs_leased on jobs (kind, subject) where lease is not null`.execute(db)
  await sql`create index jobs_subscriber on jobs (subscriber_id) where subscriber_id is not null`.execute(db)
  await sql`create index jobs_given_up on jobs (given_up_at) where given_up_at is not null`.execute(db)
  await sql`create index jobs_done on jobs (done_at) where done_at is not null`.execute(db)
  await sql`
    create index jobs_undelivered on jobs (created_at desc, id desc) where kind = 'email' and last_error is not null`.execute(
    db,
  )
  await moveOutbox(db)
  await moveProviderEvents(db)
  await moveScreeningLease(db)
  await numberEvents(db)
}

async function moveOutbox(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into jobs (id, kind, subject, subscriber_id, payload, created_at, run_at, attempts, last_error, answer, tried_at, given_up_at)
    select id::text,
      case kind when 'mail' then 'email' when 'payment' then 'billing' else 'erasure-log' end,
      case when kind = 'payment' then coalesce(
        payload ->> 'subscription', payload ->> 'provider', payload ->> 'payment', payload ->> 'session', payload ->> 'customer') end,
      subscriber_id, payload, created_at, run_at, attempts, last_error, answer, tried_at, given_up_at
    from outbox`.execute(db)
  await sql`drop table outbox`.execute(db)
}

async function moveProviderEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into jobs (id, kind, subject, payload, created_at, run_at, attempts, done_at)
    select id, 'billing-event', object.subject, jsonb_build_object('type', type, 'about', about), received_at, run_at, attempts,
      coalesce(handled_at, case when object.subject is null then received_at end)
    from provider_events
    left join lateral (
      select key || ':' || value as subject from jsonb_each_text(case when jsonb_typeof(about) = 'object' then about end) limit 1
    ) object on true`.execute(db)
  await sql`drop table provider_events`.execute(db)
}

/** A run that goes on is found again; its lease ends with the instance that had it. */
async function moveScreeningLease(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into jobs (id, kind, subject, payload, created_at, run_at)
    select 'rescreening', 'rescreening', basis, jsonb_build_object('run', id), began_at, began_at
    from screening_runs where ended_at is null order by began_at desc, id limit 1`.execute(db)
  await sql`alter table screening_runs drop column leased_until, drop column lease`.execute(db)
}

async function numberEvents(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column position bigint`.execute(db)
  await sql`
    update events set position = numbered.position
    from (
      select subscription_id, number, row_number() over (order by latest, subscription_id, number) as position
      from (
        -- Within a subscription the number decides, whatever its instances' clocks said.
        select subscription_id, number, max(at) over (partition by subscription_id order by number) as latest from events
      ) ordered
    ) numbered
    where events.subscription_id = numbered.subscription_id and events.number = numbered.number`.execute(db)
  await sql`create unique index events_position on events (position)`.execute(db)
  await sql`create index events_unnumbered on events (subscription_id, number) where position is null`.execute(db)
}
