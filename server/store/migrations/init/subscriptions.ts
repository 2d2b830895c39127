/** Subscriptions, their events and orders. */
export const subscriptions = [
  `create table subscriptions (
    id uuid primary key,
    subscriber_id uuid references subscribers on delete set null,
    -- The plan as it was sold: name, title, price, length, conditions.
    terms jsonb not null,
    plan text not null generated always as (terms ->> 'name') stored,
    product text not null generated always as (terms ->> 'product') stored,
    type text not null generated always as (terms ->> 'type') stored check (type in ('trial', 'subscription')),
    status text not null check (status in ('active', 'pending', 'expired', 'cancelled')),
    renewal text not null check (renewal in ('none', 'on', 'stopped', 'ended')),
    created_at timestamptz not null,
    start_date timestamptz,
    end_date timestamptz,
    held_since timestamptz,
    extended_by_owner boolean not null default false,
    granted_until timestamptz,
    latest_comment text,

    paid_until timestamptz,
    payment text,
    -- The end of the latest period of which something was paid back, or is about to be.
    paid_back_until timestamptz,
    disputed boolean not null default false,
    -- The end of the latest period that was voided while renewal was stopped or the person on hold.
    withheld_until timestamptz,
    -- The end of the latest period whose invoice was not due, or was being paid, when renewal was stopped; and what stays to be paid.
    owed_until timestamptz,
    owed jsonb,

    -- What the billing provider reported last, and when it was asked.
    provider_subscription text unique,
    provider_period_end timestamptz,
    provider_ended_at timestamptz,
    provider_charging text check (provider_charging in ('on', 'paused', 'off')),
    billing_price text,
    payment_state text check (payment_state in
      ('ended', 'disputed', 'action_required', 'past_due', 'processing', 'paused', 'paid', 'none')),
    next_charge_at timestamptz,
    next_amount bigint,
    next_discount bigint,
    next_credit bigint,
    next_currency text,
    retry_at timestamptz,
    pay_url text,
    asked_at timestamptz
  )`,
  `create unique index subscriptions_one_live on subscriptions (subscriber_id, product, type)
    where status in ('active', 'pending')`,
  `create index subscriptions_subscriber on subscriptions (subscriber_id, created_at desc)`,
  `create index subscriptions_due on subscriptions (end_date) where status = 'active'`,
  `create index subscriptions_trials_ending on subscriptions (end_date, id)
    where type = 'trial' and status in ('active', 'expired')`,
  `create index subscriptions_past_due on subscriptions (id) where payment_state in ('past_due', 'action_required')`,
  `create index subscriptions_asked on subscriptions (asked_at)
    where provider_ended_at is null and provider_subscription is not null and subscriber_id is not null`,
  // Finds the plans in use, with one look-up each.
  `create index subscriptions_plan on subscriptions (plan, created_at)`,
  // The number of people with each plan is counted from the index alone.
  `create index subscriptions_plan_holders on subscriptions (plan, status) where status in ('active', 'pending')`,

  `create table events (
    subscription_id uuid not null references subscriptions on delete cascade,
    number integer not null,
    type text not null,
    at timestamptz not null,
    added_by text not null,
    data jsonb not null,
    primary key (subscription_id, number)
  )`,
  // A start reads the latest time in the data, which must not take longer with a million histories.
  `create index events_at on events (at)`,

  `create table orders (
    id uuid primary key,
    subscriber_id uuid references subscribers on delete set null,
    subscription_id uuid not null,
    product text not null,
    terms jsonb not null,
    state text not null check (state in ('open', 'closed', 'paid')),
    -- The payment page: its id and its URL.
    session text unique,
    address text,
    -- How many requests for its page were answered: a request key is used again only when the answer was lost.
    answered integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz,
    asked_at timestamptz not null,
    -- A first payment that takes days.
    processing_at timestamptz,
    -- A closed order of which the provider may still collect something.
    left_over boolean not null default false,
    -- Its payment has started or continued the subscription. A later refund does not change it.
    started boolean not null default false
  )`,
  `create index orders_subscription on orders (subscription_id)`,
  `create unique index orders_one_open on orders (subscriber_id, product) where state = 'open'`,
  `create index orders_asked on orders (asked_at) where state = 'open'`,
  `create index orders_left_over on orders (asked_at) where left_over`,
]
