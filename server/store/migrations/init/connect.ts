/** Connections to other programs. The folder connect/ reads and writes these tables; the shop adds messages. */
export const connect = [
  // `id` is part of the key, of which only the hash is stored. `replaces` is the key that this one replaces.
  `create table api_keys (
    id text primary key,
    name text not null,
    hash text not null,
    scopes text[] not null,
    created_by uuid references accounts on delete set null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    last_used_at timestamptz,
    last_used_from text,
    revoked_at timestamptz,
    replaces text references api_keys on delete set null
  )`,
  `create index api_keys_account on api_keys (created_by) where created_by is not null`,
  `create index api_keys_replaces on api_keys (replaces) where replaces is not null`,

  // Messages for other systems (docs/decisions/0005-messages-and-webhooks.md). `subject` is the subscriber, null once
  // erased. `position` is the number in the feed, null until a reader finds the message committed; `seq` is the order
  // of writing. `at` is when it happened according to its source, which can be long before it was written;
  // `numbered_at` is when it was numbered.
  `create table messages (
    id text primary key,
    seq bigint not null generated always as identity,
    position bigint,
    numbered_at timestamptz,
    type text not null,
    subject uuid,
    at timestamptz not null,
    data jsonb not null
  )`,
  `create unique index messages_position on messages (position)`,
  // The deliveries of an endpoint are listed in this order.
  `create unique index messages_seq on messages (seq)`,
  `create index messages_unnumbered on messages (seq) where position is null`,
  `create index messages_subject on messages (subject) where subject is not null`,
  `create index messages_numbered_at on messages (numbered_at)`,

  // Secrets are sealed. `failing_since`: nothing has succeeded since; `paced_until`: when the next delayed message can
  // be sent.
  `create table webhook_endpoints (
    id text primary key,
    url text not null,
    description text not null,
    types text[] not null,
    secret text not null,
    old_secret text,
    old_until timestamptz,
    state text not null check (state in ('on', 'failing', 'off')),
    failing_since timestamptz,
    off_reason text,
    off_since timestamptz,
    last_success_at timestamptz,
    paced_until timestamptz,
    created_by uuid references accounts on delete set null,
    created_at timestamptz not null
  )`,
  `create index webhook_endpoints_account on webhook_endpoints (created_by) where created_by is not null`,

  // `paced`: it is sent again or has waited, so it is sent at a limited rate.
  `create table webhook_deliveries (
    message_id text not null references messages on delete cascade,
    endpoint_id text not null references webhook_endpoints on delete cascade,
    state text not null check (state in ('waiting', 'done', 'failed')),
    attempts integer not null default 0,
    paced boolean not null default false,
    run_at timestamptz not null,
    lease uuid,
    leased_until timestamptz,
    tried_at timestamptz,
    status integer,
    fault text,
    ms integer,
    response text,
    primary key (message_id, endpoint_id)
  )`,
  // For the list of an endpoint's deliveries, and for its removal.
  `create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, message_id)`,
  `create index webhook_deliveries_due on webhook_deliveries (endpoint_id, paced, run_at) where state = 'waiting'`,
  `create index webhook_deliveries_failed on webhook_deliveries (endpoint_id) where state = 'failed'`,

  // Requests with an Idempotency-Key, by sender. `response` is sealed; both are null until the request has one.
  `create table idempotency (
    key_hash text not null,
    caller text not null,
    call text not null,
    body_hash text not null,
    status integer,
    response text,
    at timestamptz not null,
    primary key (key_hash, caller)
  )`,
  `create index idempotency_at on idempotency (at)`,
]
