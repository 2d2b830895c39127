import type { RateLimitName } from '../../../domain/limits.ts'
import type { Expression } from 'kysely'
import type { Cookies } from '../../../platform/cookies.ts'
import type { Language } from '../../../domain/language.ts'
import type { AdminAreaRole, RoleHolder } from '../../../domain/role.ts'
import type { Db, Trx } from '../../store/tables.ts'
import type { Authentication } from '../../../domain/authentication.ts'

/** The service that keeps accounts and sessions: the built-in provider, or another issuer, which keeps most of it itself. */
export interface IdentityProvider {
  /** The `iss` of its tokens. */
  readonly issuer: string
  /** The host of another issuer, which keeps email addresses and passwords itself; null for the built-in provider. */
  readonly externalHost: string | null
  /**
   * Asks a registrant by email to prove an address and to get an account, within the caller's transaction. `returnTo` is the path
   * on this site to arrive at, signed in. Returns 'already-active' where the address has an account that works, and 'unsent'
   * where enough emails have gone to it: then the links of those stay valid.
   */
  invite(
    db: Db | Trx,
    registrant: { email: string; firstName: string; returnTo: string; language: Language },
  ): Promise<Invited>
  /** Sends the activation email of a pending account again, with the same destination. Null where no account waits for one. */
  resendActivation(db: Db | Trx, email: string, language: Language): Promise<Invited | null>
  /** Sends a link to set a new password; null where the address has no account here. */
  sendPasswordLink(db: Db | Trx, email: string, language: Language): Promise<'sent' | 'unsent' | null>
  /** Whether an address has an account that works, as far as this server can know. */
  isActive(db: Db | Trx, email: string): Promise<boolean>
  /**
   * Gives the account of an address another address, which its owner has proved, and ends its sessions. False where another
   * account has that address.
   */
  changeEmail(db: Db | Trx, email: string, to: string): Promise<boolean>
  /** Whether a password is that of a subject's account; the limit where too many were wrong. `cookies`: those of the browser. */
  checkPassword(
    db: Db | Trx,
    subject: string,
    password: string,
    from: { cookies: Cookies; clientAddress: string },
  ): Promise<boolean | { limitedBy: RateLimitName }>
  /** Ends the password of an account, its links and its sessions. */
  removePassword(db: Db | Trx, email: string): Promise<void>
  /** The addresses of its active administrators; another issuer's are those whose role came with a sign-in. */
  administratorEmails(db: Db): Promise<string[]>
  /** Everyone with a role in the admin area; another issuer's are those whose role came with a sign-in. */
  team(db: Db): Promise<TeamMember[]>
  /** Gives and takes roles; null where another issuer does. */
  readonly roles: Roles | null
  /** Whether a subscriber has an account with a role in the admin area, as far as this server can know. */
  hasRole(db: Db | Trx, subscriber: { id: string; email: string }): Promise<boolean>
  /** The role of a subject at this moment, as part of a query; left out where the role is the one of the sign-in. */
  roleOf?(subject: Expression<string>): Expression<string | null>
  /** Takes the role of an account that no second factor protects. Returns the subject where it had one. */
  endUnprotectedRole(db: Db | Trx, email: string): Promise<string | undefined>
  /**
   * Removes the account of a subject or an address with its links and sessions, within the caller's transaction.
   * `not-activated` spares one that works, as its owner has been proved, and one with a role, as an administrator gave it.
   */
  end(db: Db | Trx, subjectOrEmail: string, which: 'any' | 'not-activated'): Promise<void>
  /** Ends every session that the account of a subject or an address has at the provider, in every browser. */
  signOut(db: Db | Trx, subjectOrEmail: string): Promise<void>
  /** Ends one session of an account at the provider, by this server's name for it. */
  endSession(db: Db | Trx, subject: string, providerSession: string): Promise<void>
  /** Ends all sessions of an account at the provider but one. */
  endOtherSessions(db: Db | Trx, subject: string, providerSession: string): Promise<void>
  /** Removes expired sessions, links and accounts. */
  cleanUp(db: Db, now: Date): Promise<void>
}

/** `isNamed`: a role that `ADMIN_SUBJECTS` gives, and that nothing else takes. */
export type TeamMember = RoleHolder & { isNamed: boolean }

/** The built-in provider's functions for roles. `id` and `changed` are subjects; `changed` is undefined where nothing changed. */
export type Roles = {
  readonly issuer: string
  /** Everyone with a role, locked until the transaction ends. */
  lockAdministrators(db: Trx): Promise<RoleHolder[]>
  giveRole(
    db: Trx,
    person: { email: string; returnTo: string; role: AdminAreaRole; language: Language },
  ): Promise<{ changed: string | undefined; outcome: 'given' | 'invited' | 'unsent' }>
  /** Changes the role, or takes it away; nothing is sent. */
  setRole(db: Trx, email: string, role: AdminAreaRole | null): Promise<{ changed: string | undefined }>
}

export type Invited = 'invited' | 'unsent' | 'already-active'

/** What a sign-in under way must store until the provider sends the visitor back. */
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
  /**
   * Returns the sessions that a back-channel logout token ends. Throws an `IssuerFault` if the issuer would not send such a
   * token.
   */
  readLogoutToken(token: string): Promise<LogoutToken>
}
