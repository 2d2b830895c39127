import type { ColumnType, Generated, Kysely } from 'kysely'

/** The tables of the built-in identity provider; no other code reads them. */
export type IdentityTables = {
  identity_accounts: {
    id: string
    /** As the person typed it; `email_key` is what addresses are compared by. */
    email: string
    email_key: string
    given_name: string | null
    family_name: string | null
    role: string | null
    password_hash: string | null
    /** The hash of the password the operator configured, so that a later change by the person is not undone at start. */
    configured_hash: string | null
    /** Where the person wanted to go when they registered. */
    return_to: string
    invited_at: Date
    activated_at: Date | null
    /** Counts how often all its sessions were ended. A sign-in that began in an earlier generation is not finished. */
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
    /** The library's object, sealed: sessions and codes are worth as much as passwords. */
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
    /** The last period of time whose code was used, or the passkey's own count of signatures: neither is accepted twice. */
    counter: ColumnType<string, number, number>
    added_at: Date
    /** Of a passkey: its own identifier, what its owner calls it, and when it last signed in. */
    credential_id: Generated<string | null>
    name: Generated<string | null>
    used_at: Generated<Date | null>
  }
  /** Codes that are not used yet. */
  identity_recovery_codes: {
    code_hash: string
    account_id: string
  }
}

export type LinkKind = 'activation' | 'reset' | 'ticket'

export type IdentityDb = Kysely<IdentityTables>
