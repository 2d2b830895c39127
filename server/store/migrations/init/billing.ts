/** Payments, payment issues, and the notices that were sent about them. */
export const billing = [
  `create table payments (
    id uuid primary key,
    subscription_id uuid not null references subscriptions on delete cascade,
    kind text not null check (kind in ('charge', 'failure', 'refund', 'credit', 'dispute')),
    -- The provider's id of it; a refund that was requested here has none until the provider has made it.
    provider_id text,
    payment text,
    invoice text,
    invoice_number text,
    state text not null,
    amount bigint not null,
    tax bigint,
    currency text not null,
    period_start timestamptz,
    period_end timestamptz,
    at timestamptz not null,
    by text,
    comment text,
    -- Of a refund that was requested here: what becomes of the subscription (domain/billing/refunds/refund-outcome.ts).
    outcome text,
    failure jsonb,
    unique (kind, provider_id)
  )`,
  `create index payments_subscription on payments (subscription_id, at)`,
  `create index payments_payment on payments (payment)`,
  `create index payments_invoice on payments (invoice)`,
  `create index payments_invoice_number on payments (upper(invoice_number))`,
  `create index payments_returned on payments (at) where kind in ('refund', 'dispute')`,

  // `detail` is the provider's own sentence if it refused something. `provider_object` is the object of the issue,
  // `task` what a retry does. `notified_at` is when administrators were emailed.
  `create table payment_issues (
    id uuid primary key,
    subscription_id uuid references subscriptions on delete set null,
    kind text not null,
    payment text,
    provider_object text,
    detail text,
    task jsonb,
    since timestamptz not null,
    notified_at timestamptz,
    retried_at timestamptz,
    resolved_at timestamptz,
    resolved_by text,
    comment text
  )`,
  `create unique index payment_issues_open on payment_issues (subscription_id, kind, payment) nulls not distinct
    where resolved_at is null`,
  `create index payment_issues_since on payment_issues (since, id) where resolved_at is null`,

  `create table sent_notices (
    subscription_id uuid not null references subscriptions on delete cascade,
    notice text not null,
    about text not null,
    primary key (subscription_id, notice, about)
  )`,
]
