import { sql, type Kysely } from 'kysely'

/** Orders, the provider's side of a subscription, and the inbox of what the provider reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscribers add column payment_customer text unique`.execute(db)
  await sql`
    alter table subscriptions
      add column provider_subscription text unique,
      add column provider_period_end timestamptz,
      add column provider_ended_at timestamptz,
      add column provider_charging text check (provider_charging in ('on', 'paused', 'off')),
      add column paid_back boolean not null default false,
      add column asked_at timestamptz`.execute(db)

  await sql`
    create table orders (
      id uuid primary key,
      subscriber_id uuid references subscribers on delete set null,
      subscription_id uuid not null unique,
      product text not null,
      terms jsonb not null,
      state text not null check (state in ('open', 'closed', 'paid')),
      session text unique,
      address text,
      expires_at timestamptz,
      created_at timestamptz not null,
      asked_at timestamptz not null
    )`.execute(db)
  await sql`create unique index orders_one_open on orders (subscriber_id, product) where state = 'open'`.execute(db)
  await sql`create index orders_asked on orders (asked_at) where state = 'open'`.execute(db)

  await sql`
    create table provider_events (
      id text primary key,
      type text not null,
      about jsonb,
      received_at timestamptz not null,
      handled_at timestamptz,
      attempts integer not null default 0,
      run_at timestamptz not null,
      leased_until timestamptz
    )`.execute(db)
  await sql`create index provider_events_due on provider_events (run_at) where handled_at is null`.execute(db)

  await sql`
    create table desk_matters (
      id uuid primary key,
      subscription_id uuid references subscriptions on delete set null,
      about text not null,
      payment text,
      at timestamptz not null,
      unique nulls not distinct (subscription_id, about, payment)
    )`.execute(db)
  await sql`
    create table sent_notices (
      subscription_id uuid not null references subscriptions on delete cascade,
      notice text not null,
      about text not null,
      primary key (subscription_id, notice, about)
    )`.execute(db)
}
