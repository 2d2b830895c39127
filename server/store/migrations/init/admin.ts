/** Administrators' acts and settings, and the daily figures. */
export const admin = [
  // `subscriber_id` is removed when the person is erased. `account` is an account at the identity provider, by its
  // subject, if the row is not about a subscriber. `address` is the network address.
  `create table audit (
    id uuid primary key,
    at timestamptz not null,
    by text not null,
    act text not null,
    subscriber_id uuid references subscribers on delete set null,
    subscription_id uuid,
    account text,
    address text,
    comment text,
    -- Of a refund: amount in minor units, currency, invoice and what becomes of the subscription (domain/audit.ts).
    refund jsonb,
    -- What was changed: field, before, after. What tells of the person goes once they are erased.
    changes jsonb,
    -- Of an erasure: what was removed and kept, by kinds.
    erasure jsonb,
    -- The email address of \`account\`.
    account_email text
  )`,
  `create index audit_at on audit (at desc, id desc)`,
  `create index audit_subscriber on audit (subscriber_id)`,
  `create index audit_decisions on audit (subscriber_id, at desc) where act in ('approve', 'refuse', 'withdraw-approval')`,
  // The last sign-in of each member of the team.
  `create index audit_sign_ins on audit (lower(by), at) where act = 'sign-in'`,
  `create index audit_address on audit (at) where address is not null`,

  // The account that acted under an address. The history names authors by address; no other account can get an address
  // listed here, so that an address always stands for one account.
  `create table administrator_addresses (
    email text primary key,
    email_key text not null,
    account_id uuid not null references accounts on delete cascade
  )`,
  `create index administrator_addresses_key on administrator_addresses (email_key)`,
  `create index administrator_addresses_account on administrator_addresses (account_id)`,

  // Views of the users list that an administrator saved under a name. `query` is the query of the URL without the
  // question mark.
  `create table saved_views (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    name text not null,
    query text not null
  )`,
  `create unique index saved_views_name on saved_views (account_id, lower(name))`,

  // Administrators' changes of the brand: each row has all values that override the brand file, and the newest is in
  // force. `changes` is as in the audit. `restored` is the number of the row whose values it restores, 0 for those of
  // the file.
  `create table brand_changes (
    number integer primary key,
    at timestamptz not null,
    by text not null,
    overrides jsonb not null,
    changes jsonb not null,
    restored integer
  )`,

  // Daily figures contain no personal data, and can be recomputed at any time.
  `create table figure_movements (
    day timestamptz not null,
    kind text not null,
    plan text not null,
    currency text not null,
    cohort timestamptz not null,
    count integer not null,
    amount bigint not null,
    primary key (day, kind, plan, currency, cohort)
  )`,
  `create table figure_counts (
    figure text not null,
    day timestamptz not null,
    label text not null,
    currency text not null,
    count integer not null,
    amount bigint not null,
    primary key (figure, day, label, currency)
  )`,
  `create table figure_state (
    id integer primary key check (id = 1),
    through timestamptz,
    computed_at timestamptz
  )`,
  `insert into figure_state (id) values (1)`,
]
