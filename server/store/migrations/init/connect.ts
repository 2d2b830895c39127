/** Other programs that talk to the shop. The folder connect/ reads and writes these; the shop adds messages. */
export const connect = [
  // `id` is part of the key, of which only the hash is kept. `replaces` is the key that this one takes the place of.
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

  // What other systems are told (docs/decisions/0136-messages-and-webhooks.md). `subject` is the subscriber, null once erased. `position` is
  // the place in the feed, null until a reader finds the message committed; `seq` is the order of writing.
  `create table messages (
    id text primary key,
    seq bigint not null generated always as identity,
    position bigint,
    type text not null,
    subject uuid,
    at timestamptz not null,
    data jsonb not null
  )`,
  `create unique index messages_position on messages (position)`,
  `create index messages_unnumbered on messages (seq) where position is null`,
  `create index messages_subject on messages (subject) where subject is not null`,
  `create index messages_at on messages (at)`,

  // Requests with an Idempotency-Key, by whoever sent them. `response` is sealed; both are null until the request has one.
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
