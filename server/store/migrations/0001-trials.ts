import { sql, type Kysely } from 'kysely'

/** Everything a trial needs. Times are moments (timestamptz) by the product's clock; no default reads the database's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscribers (
      id uuid primary key,
      email text not null,
      email_key text not null unique,
      first_name text not null,
      last_name text not null,
      company text not null,
      country text not null,
      state text,
      phone_country_code text,
      phone_number text,
      job_title text,
      industry text,
      dpl_status text not null check (dpl_status in ('PASS', 'PENDING', 'FAIL')),
      denied_country boolean not null,
      email_verified_at timestamptz,
      registered_at timestamptz not null
    )`.execute(db)
  await sql`create index subscribers_unconfirmed on subscribers (registered_at) where email_verified_at is null`.execute(
    db,
  )

  await sql`
    create table accounts (
      id uuid primary key,
      issuer text not null,
      subject text not null,
      subscriber_id uuid references subscribers on delete cascade,
      email text not null,
      first_name text not null,
      last_name text not null,
      role text,
      unique (issuer, subject)
    )`.execute(db)
  await sql`create index accounts_subscriber on accounts (subscriber_id)`.execute(db)

  await sql`
    create table sessions (
      id text primary key,
      account_id uuid not null references accounts on delete cascade,
      provider_session text,
      id_token text not null,
      created_at timestamptz not null,
      seen_at timestamptz not null
    )`.execute(db)
  await sql`create index sessions_account on sessions (account_id)`.execute(db)
  await sql`create index sessions_seen on sessions (seen_at)`.execute(db)

  await sql`
    create table subscriptions (
      id uuid primary key,
      subscriber_id uuid references subscribers on delete set null,
      terms jsonb not null,
      plan text not null generated always as (terms ->> 'name') stored,
      product text not null generated always as (terms ->> 'product') stored,
      type text not null generated always as (terms ->> 'type') stored check (type in ('trial', 'subscription')),
      status text not null check (status in ('active', 'pending', 'expired', 'cancelled')),
      created_at timestamptz not null,
      start_date timestamptz,
      end_date timestamptz,
      held_since timestamptz,
      renewal text not null check (renewal in ('none', 'on', 'stopped', 'ended')),
      paid_until timestamptz,
      payment text,
      latest_comment text
    )`.execute(db)
  await sql`create unique index subscriptions_one_live on subscriptions (subscriber_id, product, type) where status in ('active', 'pending')`.execute(
    db,
  )
  await sql`create index subscriptions_subscriber on subscriptions (subscriber_id, created_at desc)`.execute(db)
  await sql`create index subscriptions_due on subscriptions (end_date) where status = 'active'`.execute(db)

  await sql`
    create table events (
      subscription_id uuid not null references subscriptions on delete cascade,
      number integer not null,
      type text not null,
      at timestamptz not null,
      added_by text not null,
      data jsonb not null,
      primary key (subscription_id, number)
    )`.execute(db)

  await sql`
    create table outbox (
      id uuid primary key,
      kind text not null,
      subscriber_id uuid references subscribers on delete cascade,
      payload jsonb not null,
      created_at timestamptz not null,
      run_at timestamptz not null,
      attempts integer not null default 0,
      leased_until timestamptz,
      last_error text,
      given_up_at timestamptz
    )`.execute(db)
  await sql`create index outbox_due on outbox (run_at) where given_up_at is null`.execute(db)

  await sql`
    create table screening_checks (
      id uuid primary key,
      subscriber_id uuid not null references subscribers on delete cascade,
      at timestamptz not null,
      occasion text not null,
      outcome text not null,
      lists jsonb not null,
      reasons jsonb not null,
      decided_by text not null
    )`.execute(db)
  await sql`create index screening_checks_subscriber on screening_checks (subscriber_id, at)`.execute(db)

  await sql`
    create table acceptances (
      id uuid primary key,
      subscriber_id uuid not null references subscribers on delete cascade,
      document text not null,
      version text not null,
      address text not null,
      accepted_at timestamptz not null,
      from_address text not null
    )`.execute(db)
  await sql`create index acceptances_subscriber on acceptances (subscriber_id)`.execute(db)

  await sql`
    create table trial_tokens (
      hash text primary key,
      subscriber_id uuid references subscribers on delete cascade,
      plan text not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
  await sql`create table trial_history (address_hash text not null, product text not null, primary key (address_hash, product))`.execute(
    db,
  )
  await sql`create table rate_limits (key text primary key, window_start timestamptz not null, count integer not null)`.execute(
    db,
  )
  await sql`create table clock (id integer primary key, latest timestamptz not null)`.execute(db)
}
