/** Export-control screening: checks and what was decided on them, the official lists, and runs over all subscribers. */
export const screening = [
  // A check that finds the same as the one before adds no row: the latest states how often and when it was repeated.
  // `thresholds` are those in force; null for a decision. `birth_date` (YYYY-MM-DD) is the one that a decision is based on.
  `create table screening_checks (
    id uuid primary key,
    subscriber_id uuid not null references subscribers on delete cascade,
    at timestamptz not null,
    occasion text not null,
    outcome text not null,
    lists jsonb not null,
    thresholds jsonb,
    reasons jsonb not null,
    decided_by text not null,
    comment text,
    birth_date text,
    last_checked_at timestamptz,
    repeats integer not null default 0
  )`,
  `create index screening_checks_subscriber on screening_checks (subscriber_id, at)`,

  // The reasons that an administrator cleared a person of: a later check does not ask about them again.
  `create table screening_exceptions (
    subscriber_id uuid not null references subscribers on delete cascade,
    reason text not null,
    granted_by text not null,
    granted_at timestamptz not null,
    primary key (subscriber_id, reason)
  )`,
  // Which domains fit which companies because an administrator said so (docs/decisions/0014-reviews.md). `pair` is a
  // keyed hash: the company of one person, and its domain, would name that person after they are erased.
  `create table cleared_domains (
    pair text primary key,
    cleared_by text not null,
    cleared_at timestamptz not null
  )`,

  // The first of two approvals of a person who matches a list, and the reasons that it is for. The account, not the address,
  // states who gave it: an address may change.
  `create table first_approvals (
    subscriber_id uuid primary key references subscribers on delete cascade,
    account_id uuid not null references accounts on delete cascade,
    by text not null,
    at timestamptz not null,
    comment text not null,
    reasons jsonb not null
  )`,
  // Dates of birth that reviewers ask for, one a person, until the review is decided. Dates are texts, YYYY-MM-DD: they have no
  // time zone.
  `create table birth_date_requests (
    subscriber_id uuid primary key references subscribers on delete cascade,
    asked_by text not null,
    asked_at timestamptz not null,
    token_hash text not null unique,
    expires_at timestamptz not null,
    birth_date text,
    answered_at timestamptz
  )`,

  // One row for each edition. The one in force has its files, so that it survives a broken folder and all instances use it.
  // `finding` is what administrators should know about it, as a code with parameters. `confirmed_at` is when the edition was last
  // current: at the time of its files, or when its publisher was last asked.
  `create table screening_lists (
    id uuid primary key,
    name text not null,
    files jsonb not null,
    hash text not null,
    date text not null,
    entries integer not null,
    finding jsonb,
    read_at timestamptz not null,
    confirmed_at timestamptz not null,
    fetched_at timestamptz,
    accepted_by text,
    comment text,
    content bytea,
    retired_at timestamptz
  )`,
  `create unique index screening_lists_in_force on screening_lists (name) where retired_at is null`,
  `create index screening_lists_hash on screening_lists (hash)`,
  // What is wrong in the folder now. An administrator may accept what is only suspicious.
  `create table screening_faults (
    file text not null,
    hash text not null,
    kind text not null,
    finding jsonb not null,
    at timestamptz not null,
    accepted_by text,
    comment text,
    primary key (file, hash)
  )`,
  // Which lists administrators were told are old, so that they are told once until the list is current again.
  `create table screening_list_alarms (
    list text primary key,
    told_at timestamptz not null
  )`,

  // All subscribers screened again: against what, how far, with which result.
  `create table screening_runs (
    id uuid primary key,
    basis text not null,
    -- Whom the run screens: everyone, or whose result may differ from the one before (domain/screening/basis.ts).
    affected jsonb not null default '"everyone"',
    lists jsonb not null,
    began_at timestamptz not null,
    ended_at timestamptz,
    superseded boolean not null default false,
    reached uuid,
    total integer not null,
    people integer not null default 0,
    changed integer not null default 0
  )`,
  `create index screening_runs_began on screening_runs (began_at desc)`,
]
