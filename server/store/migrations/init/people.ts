/** Subscribers, their accounts and sessions, and their data other than subscriptions. */
export const people = [
  // `email_key` is the address in the form used for comparison (platform/email-key.ts).
  `create table subscribers (
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
    -- The language of the emails to a person: the one they registered in, until they choose another (domain/language.ts).
    language text not null default 'en',
    billing_address jsonb,
    vat_id text,
    dpl_status text not null check (dpl_status in ('PASS', 'PENDING', 'FAIL')),
    denied_country boolean not null,
    registered_at timestamptz not null,
    email_verified_at timestamptz,
    -- Which registration an unconfirmed subscriber is from: its activation link names it. registered_in is the hash of the
    -- browser's cookie. Both are null once the address is confirmed.
    registration uuid,
    registered_in text,
    earlier_emails text[] not null default '{}',
    review_since timestamptz,
    -- Since when an approval is withdrawn and nobody has decided again.
    approval_withdrawn_at timestamptz,
    -- A correction of one's own details that waits for review.
    correction jsonb,
    correction_since timestamptz,
    reminders_stopped_at timestamptz,
    erasure_requested_at timestamptz,
    payment_customer text unique
  )`,
  // A start reads the latest time in the data, which must not take longer with a million people.
  `create index subscribers_registered on subscribers (registered_at)`,
  `create index subscribers_unconfirmed on subscribers (registered_at) where email_verified_at is null`,
  `create index subscribers_denied on subscribers (registered_at, id) where denied_country`,
  `create index subscribers_review on subscribers (least(review_since, correction_since), id)
    where least(review_since, correction_since) is not null and email_verified_at is not null`,
  `create index subscribers_erasure_requested on subscribers (erasure_requested_at, id)
    where erasure_requested_at is not null`,

  `create table accounts (
    id uuid primary key,
    issuer text not null,
    subject text not null,
    subscriber_id uuid references subscribers on delete cascade,
    email text not null,
    first_name text not null,
    last_name text not null,
    role text,
    unique (issuer, subject)
  )`,
  `create index accounts_subscriber on accounts (subscriber_id)`,
  `create index accounts_email on accounts (lower(email))`,

  // `auth_time`, `acr` and `amr` are those of the ID token.
  `create table sessions (
    id text primary key,
    account_id uuid not null references accounts on delete cascade,
    provider_session text,
    id_token text not null,
    auth_time timestamptz,
    acr text,
    amr text[] not null default '{}',
    browser text,
    created_at timestamptz not null,
    seen_at timestamptz not null
  )`,
  `create index sessions_account on sessions (account_id)`,
  `create index sessions_seen on sessions (seen_at)`,

  // A new address that its owner has not confirmed yet, one per person. The change waits for its time or for the old
  // address to agree; the old address can cancel it. A person's own change has no `requested_by`.
  `create table email_changes (
    subscriber_id uuid primary key references subscribers on delete cascade,
    email text not null,
    token_hash text not null unique,
    old_token_hash text,
    requested_by text,
    requested_at timestamptz not null,
    confirmed_at timestamptz,
    agreed_at timestamptz,
    expires_at timestamptz not null
  )`,
  // Links with which the old address can undo a change.
  `create table email_restores (
    token_hash text primary key,
    subscriber_id uuid not null references subscribers on delete cascade,
    email text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index email_restores_subscriber on email_restores (subscriber_id)`,

  `create table acceptances (
    id uuid primary key,
    subscriber_id uuid not null references subscribers on delete cascade,
    document text not null,
    version text not null,
    address text not null,
    accepted_at timestamptz not null,
    from_address text not null
  )`,
  `create index acceptances_subscriber on acceptances (subscriber_id)`,

  `create table trial_tokens (
    hash text primary key,
    subscriber_id uuid references subscribers on delete cascade,
    plan text not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  // One trial per person and product, also after the person is erased: `address_hash` is keyed.
  `create table trial_history (
    address_hash text not null,
    product text not null,
    primary key (address_hash, product)
  )`,

  // What support sees in one timeline besides subscriptions: emails, sign-ins, downloads, acts of administrators.
  `create table activities (
    id text primary key,
    subscriber_id uuid not null references subscribers on delete cascade,
    at timestamptz not null,
    kind text not null,
    by text,
    data jsonb not null
  )`,
  `create index activities_subscriber on activities (subscriber_id, at desc, id desc)`,
  `create index activities_at on activities (at)`,

  // The evidence about an erased person that the law requires a vendor to keep, until its time is over.
  `create table sealed_records (
    id uuid primary key,
    kind text not null,
    content jsonb not null,
    sealed_at timestamptz not null,
    keep_until timestamptz not null
  )`,
  `create index sealed_records_until on sealed_records (keep_until)`,
]
