/** Export-control screening: checks and decisions, the official lists, and runs over all subscribers. */
export const screening = [
  // A check with the same findings as the previous one adds no row: the latest states how often and when it was
  // repeated. `person` has the details at that time: later ones may differ. `thresholds` are those in force; null
  // for a decision. `birth_date` (YYYY-MM-DD) is the one on which a decision is based.
  `create table screening_checks (
    id uuid primary key,
    subscriber_id uuid not null references subscribers on delete cascade,
    at timestamptz not null,
    occasion text not null,
    outcome text not null,
    person jsonb not null,
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
  // Each instance looks every ten seconds for people whose check failed.
  `create index screening_checks_unscreened on screening_checks (subscriber_id)
    where reasons @> '[{"kind":"unscreened"}]'`,

  // The reasons of which an administrator cleared a person: later checks do not report them again.
  `create table screening_exceptions (
    subscriber_id uuid not null references subscribers on delete cascade,
    reason text not null,
    granted_by text not null,
    granted_at timestamptz not null,
    primary key (subscriber_id, reason)
  )`,
  // Domains that administrators cleared for companies (docs/decisions/0014-reviews.md). `pair` is a keyed hash: a
  // company with a single person, and its domain, would identify that person after erasure.
  `create table cleared_domains (
    pair text primary key,
    cleared_by text not null,
    cleared_at timestamptz not null
  )`,

  // The first of two approvals of a person who matches a list, with its reasons. Its author is identified by account,
  // because an address may change.
  `create table first_approvals (
    subscriber_id uuid primary key references subscribers on delete cascade,
    account_id uuid not null references accounts on delete cascade,
    by text not null,
    at timestamptz not null,
    comment text not null,
    reasons jsonb not null
  )`,
  // Dates of birth that reviewers request, one per person, until the review is decided. Dates are texts, YYYY-MM-DD:
  // they have no time zone.
  `create table birth_date_requests (
    subscriber_id uuid primary key references subscribers on delete cascade,
    asked_by text not null,
    asked_at timestamptz not null,
    token_hash text not null unique,
    expires_at timestamptz not null,
    birth_date text,
    answered_at timestamptz
  )`,

  // One row per edition. The one in force has its files, so that it survives a broken folder and all instances use it.
  // `finding` is a notice for administrators, as a code with parameters. `confirmed_at` is when the edition was last
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
  // The present faults in the folder. An administrator can accept a suspicious file.
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
  // The lists that administrators were told are old, so that they are told once until the list is current again.
  `create table screening_list_alarms (
    list text primary key,
    told_at timestamptz not null
  )`,

  // Runs that screen all subscribers again: their basis, progress and result.
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
