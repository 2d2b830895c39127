import type { RateLimitName } from '../../../domain/limits.ts'
import type { Expression } from 'kysely'
import type { Cookies } from '../../../platform/cookies.ts'
import type { Language } from '../../../domain/language.ts'
import type { AdminAreaRole, RoleHolder } from '../../../domain/account/role.ts'
import type { Db, Trx } from '../../store/tables.ts'
import type { Authentication } from '../../../domain/account/authentication.ts'

/**
 * The service that stores accounts and sessions: the built-in provider, or another issuer, which stores most of it
 * itself.
 */
export interface IdentityProvider {
  /** The `iss` of its tokens. */
  readonly issuer: string
  /** The host of another issuer, which stores email addresses and passwords itself; null for the built-in provider. */
  readonly externalHost: string | null
  /**
   * Emails a registrant a request to confirm an address and to create an account, in the caller's transaction.
   * `returnTo` is the path on this site to continue to, signed in. Returns 'already-active' if the address has an
   * active account, and 'unsent' beyond the email limit: then the links already sent stay valid.
   */
  invite(
    db: Db | Trx,
    registrant: { email: string; firstName: string; returnTo: string; language: Language },
  ): Promise<InvitationResult>
  /**
   * Sends the activation email of a pending account again, with the same destination. Null if there is no pending
   * account.
   */
  resendActivation(db: Db | Trx, email: string, language: Language): Promise<InvitationResult | null>
  /** Sends a link to set a new password; null if the address has no account here. */
  sendPasswordLink(db: Db | Trx, email: string, language: Language): Promise<'sent' | 'unsent' | null>
  /** Whether an address has an active account, as far as this server can know. */
  isActive(db: Db | Trx, email: string): Promise<boolean>
  /**
   * Changes the address of an account to one that its owner has confirmed, and ends its sessions. False if another
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
  /** Removes the password of an account, its links and its sessions. */
  removePassword(db: Db | Trx, email: string): Promise<void>
  /** Returns the addresses of active administrators; for another issuer, of those whose role came with a sign-in. */
  administratorEmails(db: Db): Promise<string[]>
  /** Returns everyone with a role in the admin area; for another issuer, those whose role came with a sign-in. */
  team(db: Db): Promise<TeamMember[]>
  /** Grants and revokes roles; null if another issuer does. */
  readonly roles: RoleAdministration | null
  /** Whether a subscriber has an account with a role in the admin area, as far as this server can know. */
  hasRole(db: Db | Trx, subscriber: { id: string; email: string }): Promise<boolean>
  /** Returns the present role of a subject, as part of a query; absent if the role is that of the sign-in. */
  roleOf?(subject: Expression<string>): Expression<string | null>
  /** Revokes the role of an account without a second factor. Returns the subject if it had one. */
  endUnprotectedRole(db: Db | Trx, email: string): Promise<string | undefined>
  /**
   * Removes the account of a subject or an address with its links and sessions, within the caller's transaction.
   * `not-activated` keeps an active account, whose owner is proved, and one with a role, which an administrator
   * granted.
   */
  end(db: Db | Trx, subjectOrEmail: string, which: 'any' | 'not-activated'): Promise<void>
  /** Ends every session that the account of a subject or an address has at the provider, in every browser. */
  signOut(db: Db | Trx, subjectOrEmail: string): Promise<void>
  /** Ends one session of an account at the provider, identified by this server's name for it. */
  endSession(db: Db | Trx, subject: string, providerSession: string): Promise<void>
  /** Ends all sessions of an account at the provider except one. */
  endOtherSessions(db: Db | Trx, subject: string, providerSession: string): Promise<void>
  /** Removes expired sessions, links and accounts. */
  cleanUp(db: Db, now: Date): Promise<void>
}

/** `isNamed`: the role comes from `ADMIN_SUBJECTS`, and can only be revoked there. */
export type TeamMember = RoleHolder & { isNamed: boolean }

/**
 * The built-in provider's functions for roles. `id` and `changed` are subjects; `changed` is undefined if nothing
 * changed.
 */
export type RoleAdministration = {
  readonly issuer: string
  /** Everyone with a role, locked until the transaction ends. */
  lockAdministrators(db: Trx): Promise<RoleHolder[]>
  giveRole(
    db: Trx,
    person: { email: string; returnTo: string; role: AdminAreaRole; language: Language },
  ): Promise<{ changed: string | undefined; outcome: 'given' | 'invited' | 'unsent' }>
  /** Changes or revokes the role, without an email. */
  setRole(db: Trx, email: string, role: AdminAreaRole | null): Promise<{ changed: string | undefined }>
}

export type InvitationResult = 'invited' | 'unsent' | 'already-active'

/** The tolerated difference of the issuer's clock, in seconds. */
export const clockToleranceSeconds = 60

export type SignInRequest = {
  /** `create` and `login` are OpenID's prompts; `confirm` is `login` with what administrators need. */
  kind?: 'create' | 'login' | 'confirm' | undefined
  /** OpenID's `login_hint`. */
  loginHint?: string | undefined
  /** The issuer may still have a session of the person who signed out here, and must not continue it unasked. */
  afterSignOut?: boolean
}

/** What an unfinished sign-in must store until the provider returns the visitor. */
export type SignInAttempt = { state: string; nonce: string; verifier: string }

/**
 * A fault at or with the issuer during a sign-in, in values that a log can contain: a code of the library or the
 * network as `reason`, the issuer's OAuth error code as `oauthError`, its HTTP status as `status`. Never the issuer's
 * own sentences, which may name people.
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
  /** Returns the issuer's address for the visitor, in their language. Throws an `IssuerFault`. */
  begin(language: Language, request?: SignInRequest): Promise<{ address: string; attempt: SignInAttempt }>
  /**
   * Exchanges the code in the address with which the visitor returned. Throws an `IssuerFault` if anything differs from
   * the beginning. `claims` has those of the ID token and those that only userinfo has; `sources` are the two alone.
   * `roleFault` is the failure of userinfo if only the role was missing, which is then unknown.
   */
  finish(
    cameBack: URL,
    attempt: SignInAttempt,
  ): Promise<
    {
      claims: Claims
      sources: readonly Record<string, unknown>[]
      roleFault: IssuerFault | null
      idToken: string
      identityProviderSession: string | null
    } & Authentication
  >
  /**
   * Returns where a sign-out continues at the issuer, which may ask for a confirmation without the ID token; null if it
   * offers none.
   */
  signOutAddress(idToken: string | undefined): Promise<string | null>
  /**
   * Returns the sessions that a back-channel logout token ends. Throws an `IssuerFault` if the issuer would not send such a
   * token.
   */
  readLogoutToken(token: string): Promise<LogoutToken>
}
