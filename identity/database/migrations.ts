import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `create table identity_accounts (
    id text primary key,
    email text not null,
    email_key text not null unique,
    given_name text,
    family_name text,
    role text,
    password_hash text,
    configured_hash text,
    return_to text not null default '/',
    generation integer not null default 0,
    invited_at timestamptz not null,
    activated_at timestamptz
  )`,
  `create index identity_accounts_unactivated on identity_accounts (invited_at) where activated_at is null`,

  `create table identity_factors (
    id text primary key,
    account_id text not null references identity_accounts (id) on delete cascade,
    kind text not null check (kind in ('authenticator', 'passkey')),
    sealed text not null,
    counter bigint not null,
    credential_id text unique,
    name text,
    added_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index identity_factors_account on identity_factors (account_id)`,
  `create table identity_recovery_codes (
    code_hash text primary key,
    account_id text not null references identity_accounts (id) on delete cascade
  )`,
  `create index identity_recovery_codes_account on identity_recovery_codes (account_id)`,

  `create table identity_links (
    token_hash text primary key,
    kind text not null check (kind in ('activation', 'reset', 'ticket')),
    account_id text not null references identity_accounts (id) on delete cascade,
    return_to text not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index identity_links_account on identity_links (account_id)`,
  `create index identity_links_expiry on identity_links (expires_at)`,

  `create table identity_objects (
    kind text not null,
    id_hash text not null,
    sealed text not null,
    uid text,
    grant_id text,
    account_id text,
    consumed_at timestamptz,
    expires_at timestamptz not null,
    primary key (kind, id_hash)
  )`,
  `create index identity_objects_uid on identity_objects (uid) where uid is not null`,
  `create index identity_objects_grant on identity_objects (grant_id) where grant_id is not null`,
  `create index identity_objects_account on identity_objects (account_id) where account_id is not null`,
  `create index identity_objects_expiry on identity_objects (expires_at)`,
  `create table identity_keys (
    id text primary key,
    sealed text not null,
    created_at timestamptz not null
  )`,
]

/** Kysely migrations of the identity provider's own tables, by name. One that has been released is never changed. */
export const identityMigrations: Record<string, Migration> = {
  'identity-0001-init': {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  },
}
