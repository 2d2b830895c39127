import type { ColumnType, Generated, Kysely } from 'kysely'

/** The tables of the built-in identity provider; no other code reads them. */
export type IdentityTables = {
  identity_accounts: {
    id: string
    /** As the person entered it; `email_key` is used for comparison. */
    email: string
    email_key: string
    given_name: string | null
    family_name: string | null
    role: string | null
    password_hash: string | null
    /**
     * The hash of the password that the operator configured, so that a start does not undo a later change by the
     * person.
     */
    configured_hash: string | null
    /** The page to which the person returns after registration. */
    return_to: string
    invited_at: Date
    activated_at: Date | null
    /** Counts how often all its sessions were ended. A sign-in that began in an earlier generation cannot finish. */
    generation: Generated<number>
  }
  identity_links: {
    token_hash: string
    kind: LinkKind
    account_id: string
    return_to: string
    expires_at: Date
    used_at: Date | null
  }
  identity_objects: {
    kind: string
    id_hash: string
    /** The library's object, sealed: sessions and codes are as valuable as passwords. */
    sealed: string
    uid: string | null
    grant_id: string | null
    account_id: string | null
    consumed_at: Date | null
    expires_at: Date
  }
  identity_keys: {
    id: string
    sealed: string
    created_at: Date
  }
  identity_factors: {
    id: string
    account_id: string
    kind: 'authenticator' | 'passkey'
    /** The shared secret of an authenticator app, or the public key of a passkey; sealed. */
    sealed: string
    /** The last period whose code was used, or the passkey's signature counter: neither is accepted twice. */
    counter: ColumnType<string, number, number>
    added_at: Date
    /** For a passkey: its identifier, the owner's name for it, and its last sign-in. */
    credential_id: Generated<string | null>
    name: Generated<string | null>
    used_at: Generated<Date | null>
  }
  /** Unused recovery codes. */
  identity_recovery_codes: {
    code_hash: string
    account_id: string
  }
}

export type LinkKind = 'activation' | 'reset' | 'ticket'

export type IdentityDb = Kysely<IdentityTables>

/** The shop's database or transaction, typed with the tables of identity. */
export function withIdentityTables<T>(shopDb: Kysely<T>): IdentityDb {
  return shopDb as unknown as IdentityDb
}
