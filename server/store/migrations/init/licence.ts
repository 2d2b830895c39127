/**
 * Signing in on the computer. The folder licence/ reads and writes these tables; they are removed with their
 * subscriber.
 */
export const licence = [
  // A key pair, sealed together with the issuer in its signatures. `sealed_under` identifies the secret that sealed it.
  `create table licence_keys (
    kid text primary key,
    algorithm text not null,
    state text not null check (state in ('next', 'current', 'retired', 'revoked')),
    sealed text not null,
    sealed_under text not null,
    created_at timestamptz not null,
    promoted_at timestamptz,
    retired_at timestamptz
  )`,
  `create unique index licence_keys_current on licence_keys (algorithm) where state = 'current'`,

  // One installation for one user of an operating system. `jkt` is the thumbprint of its own key. The row has the
  // refresh token that was used last, the one that was issued last, and the proofs that the used one came with;
  // released_at is null while the device is signed in. Naming a key does not prove it, so several people can name the
  // same one. A lease by a renewal does not shorten the validity of an earlier licence file.
  `create table devices (
    id text primary key,
    subscriber_id uuid not null references subscribers on delete cascade,
    product text not null,
    name text not null,
    system text not null,
    version text not null,
    jkt text not null,
    seq integer not null,
    used_hash text,
    issued_hash text,
    used_proofs text[] not null default '{}',
    lease_until timestamptz,
    file_until timestamptz,
    approved_at timestamptz not null,
    seen_at timestamptz not null,
    released_at timestamptz,
    released_by text,
    unique (subscriber_id, product, jkt)
  )`,
  `create index devices_subscriber on devices (subscriber_id, approved_at desc)`,
  `create index devices_key on devices (jkt)`,
  `create index devices_seen on devices (seen_at)`,

  // A program's request to be signed in. `code_hash` is that of the request first, and of the code once it is approved.
  `create table device_grants (
    code_hash text primary key,
    kind text not null check (kind in ('code', 'device')),
    user_code_hash text unique,
    product text not null,
    redirect_uri text,
    client_state text,
    challenge text,
    jkt text not null,
    name text not null,
    system text not null,
    version text not null,
    network text not null,
    subscriber_id uuid references subscribers on delete cascade,
    device_id text references devices on delete cascade,
    state text not null check (state in ('pending', 'approved', 'refused', 'used')),
    requested_at timestamptz not null,
    expires_at timestamptz not null,
    polled_at timestamptz
  )`,
  `create index device_grants_subscriber on device_grants (subscriber_id) where subscriber_id is not null`,
  `create index device_grants_device on device_grants (device_id) where device_id is not null`,
  `create index device_grants_expiry on device_grants (expires_at)`,

  // A program's answer to the welcome page, by the id that the page created. `version` is empty if the program states
  // none.
  `create table client_checks (
    id uuid primary key,
    version text not null,
    answered_at timestamptz not null
  )`,
]
