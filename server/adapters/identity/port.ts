import type { Language } from '../../../domain/language.ts'
import type { Db, Trx } from '../../store/tables.ts'
import type { Authentication } from '../../../domain/authentication.ts'

/**
 * Asks somebody by mail to prove an address and to get an account, within the caller's transaction. `returnTo` is the path
 * on this site to arrive at, signed in. Answers 'already-active' where the address has an account that works, and 'unsent'
 * where enough mails have gone to it: then the links of those stay good.
 */
export type Invite = (
  db: Db | Trx,
  guest: { email: string; firstName: string; returnTo: string; language: Language },
) => Promise<'invited' | 'unsent' | 'already-active'>

/**
 * Sends the activation email of an account that waits for it once more, where it leads to stays. Null where no account waits,
 * as at another issuer.
 */
export type ResendActivation = (
  db: Db | Trx,
  email: string,
  language: Language,
) => Promise<'invited' | 'unsent' | 'already-active' | null>

/** Sends a link to set a new password; null where another issuer keeps passwords. */
export type SendPasswordLink = (db: Db | Trx, email: string, language: Language) => Promise<'sent' | 'unsent' | null>

/**
 * Gives the account of an address another address, which its owner has proved, and ends its sessions. False where another
 * account has that address.
 */
export type ChangeAccountEmail = (db: Db | Trx, email: string, to: string) => Promise<boolean>

/** Whether a password is that of a subject's account; null where too many were wrong. `cookies`: those of the browser. */
export type CheckPassword = (
  db: Db | Trx,
  subject: string,
  password: string,
  from: { cookies: Map<string, string>; clientAddress: string },
) => Promise<boolean | null>

/** Ends the password of an account, its links and its sessions. */
export type RemovePassword = (db: Db | Trx, email: string) => Promise<void>
export type EndUnprotectedRole = (db: Db | Trx, email: string) => Promise<string | undefined>

/** Whether an address has an account that works, as far as this server can know. */
export type IsActiveAccount = (db: Db | Trx, email: string) => Promise<boolean>

/**
 * Removes the account of a subject or an address with its links and sessions, within the caller's transaction.
 * `not-activated` spares one that works: whose it is has been proved, be it by somebody else.
 */
export type EndAccount = (db: Db | Trx, subjectOrEmail: string, which: 'any' | 'not-activated') => Promise<void>

/** Ends every session that the account of a subject or an address has at the provider, in every browser. */
export type EndIdentityProviderSessions = (db: Db | Trx, subjectOrEmail: string) => Promise<void>

/** Ends one session of an account at the provider, by the name that this server knows it by, or all but that one. */
export type EndIdentityProviderSession = (db: Db | Trx, subject: string, providerSession: string) => Promise<void>

/** What a sign-in under way must remember until the provider sends the visitor back. */
export type SignInAttempt = { state: string; nonce: string; verifier: string }

/**
 * What went wrong at or with the issuer during a sign-in, in words a log may hold: a code of the library or the network as
 * `reason`, the issuer's OAuth error code as `oauthError`, its HTTP status as `status`. Never the issuer's own sentences, which
 * may name people.
 */
export class IssuerFault extends Error {
  override readonly name = 'IssuerFault'
  readonly fields: Record<string, string | number>

  constructor(fields: Record<string, string | number>, cause: unknown) {
    super('the identity provider refused or failed', { cause })
    this.fields = fields
  }
}

export type Claims = Record<string, unknown> & { sub: string }

export type LogoutToken = {
  subject: string | null
  identityProviderSession: string | null
  tokenId: string
  issuedAt: Date
}

export type OpenId = {
  /** The address at the issuer to send the visitor to, where it is to speak their language. `prompt` and `loginHint` as OpenID has them; `login` asks for what administrators need. Throws an `IssuerFault`. */
  begin(
    language: Language,
    prompt?: 'create' | 'login',
    loginHint?: string,
  ): Promise<{ address: string; attempt: SignInAttempt }>
  /** Exchanges the code in the address the visitor came back with. Throws an `IssuerFault` on anything that is not as it was begun. */
  finish(
    cameBack: URL,
    attempt: SignInAttempt,
  ): Promise<{ claims: Claims; idToken: string; identityProviderSession: string | null } & Authentication>
  /** Where a sign-out is carried on at the issuer, which may ask for a confirmation without the ID token; null when it offers none. */
  signOutAddress(idToken: string | undefined): Promise<string | null>
  /** Whose sessions a back-channel logout token ends. Throws an `IssuerFault` when it is not what the issuer would send. */
  readLogoutToken(token: string): Promise<LogoutToken>
}
