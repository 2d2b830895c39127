/** Work after a commit (docs/decisions/0004-jobs-and-messages.md), rate limits and the clock. */
export const jobs = [
  `create table jobs (
    id text primary key,
    kind text not null check (kind in ('email', 'billing', 'billing-event', 'erasure-log', 'rescreening')),
    subject text,
    subscriber_id uuid references subscribers on delete cascade,
    payload jsonb not null,
    -- The order in which jobs were written, in which the emails to one person leave: their times may be the same.
    number bigint generated always as identity,
    created_at timestamptz not null,
    run_at timestamptz not null,
    attempts integer not null default 0,
    answered integer not null default 0,
    leased_until timestamptz,
    lease uuid,
    tried_at timestamptz,
    last_error text,
    answer text,
    given_up_at timestamptz,
    done_at timestamptz
  )`,
  `create index jobs_due on jobs (kind, run_at) where given_up_at is null and done_at is null`,
  `create index jobs_subject on jobs (subject, kind) where given_up_at is null and done_at is null`,
  `create index jobs_leased on jobs (kind, subject) where lease is not null`,
  `create index jobs_subscriber on jobs (subscriber_id) where subscriber_id is not null`,
  // An erasure removes the emails to a person, of which some name no subscriber.
  `create index jobs_recipient on jobs (lower(payload ->> 'to')) where kind = 'email'`,
  `create index jobs_given_up on jobs (given_up_at) where given_up_at is not null`,
  `create index jobs_failed on jobs (created_at, id)
    where kind <> 'email' and done_at is null and last_error is not null`,
  `create index jobs_done on jobs (done_at) where done_at is not null`,
  `create index jobs_undelivered on jobs (created_at desc, id desc) where kind = 'email' and last_error is not null`,

  `create table rate_limits (
    key text primary key,
    window_start timestamptz not null,
    count integer not null
  )`,
  `create table clock (
    id integer primary key,
    latest timestamptz not null
  )`,
]
