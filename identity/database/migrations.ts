import { domainToASCII } from 'node:url'
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
    invited_at timestamptz not null,
    activated_at timestamptz
  )`,
  `create index identity_accounts_unactivated on identity_accounts (invited_at) where activated_at is null`,
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

const factors = [
  `create table identity_factors (
    id text primary key,
    account_id text not null references identity_accounts (id) on delete cascade,
    kind text not null check (kind in ('authenticator', 'passkey')),
    sealed text not null,
    counter bigint not null,
    added_at timestamptz not null
  )`,
  `create index identity_factors_account on identity_factors (account_id)`,
  `create table identity_recovery_codes (
    code_hash text primary key,
    account_id text not null references identity_accounts (id) on delete cascade
  )`,
  `create index identity_recovery_codes_account on identity_recovery_codes (account_id)`,
]

/** Kysely migrations of the identity provider's own tables, by name. */
export const identityMigrations: Record<string, Migration> = {
  'identity-0001-tables': {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  },
  'identity-0002-generations': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table identity_accounts add column generation integer not null default 0`.execute(db)
    },
  },
  'identity-0003-email-keys': {
    // From here on a domain is kept in its ASCII form, as in the shop. Where the other spelling has an account that
    // works, that one has the address, and this one stays as it is (see `doubleAccounts`).
    async up(db: Kysely<unknown>): Promise<void> {
      const { rows } = await sql<{ id: string; email_key: string }>`
        select id, email_key from identity_accounts where email_key ~ '[^[:ascii:]]'
        order by activated_at nulls last, invited_at`.execute(db)
      for (const { id, email_key: old } of rows) {
        const [local = '', domain = ''] = old.split('@')
        const key = `${local}@${domainToASCII(domain) || domain}`
        const { rows: others } = await sql<{ id: string; activated: boolean }>`
          select id, activated_at is not null as activated from identity_accounts where email_key = ${key}`.execute(db)
        const [other] = others
        if (other?.activated) continue
        // People who never followed the link can be invited again.
        if (other) await sql`delete from identity_accounts where id = ${other.id}`.execute(db)
        await sql`update identity_accounts set email_key = ${key} where id = ${id}`.execute(db)
      }
    },
  },
  'identity-0004-factors': {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of factors) await sql.raw(statement).execute(db)
    },
  },
  'identity-0005-passkeys': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table identity_factors add column credential_id text unique, add column name text,
        add column used_at timestamptz`.execute(db)
    },
  },
}
