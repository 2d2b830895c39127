import type { FastifyInstance } from 'fastify'
import type { Expression, Kysely, RawBuilder } from 'kysely'
import type { Cookies } from '../platform/cookies.ts'
import type { RateLimitName } from '../domain/limits.ts'
import type { AdminAreaRole, RoleHolder } from '../domain/account/role.ts'
import type { Language } from '../domain/language.ts'
import type { Mail, Recipient } from '../domain/mail.ts'

export type Invitation = {
  email: string
  firstName: string
  lastName?: string
  /** Where the signed-in person continues: a path on this site. */
  returnTo: string
  /** The language of the email. */
  language: Language
}

/** The subject whose role changed; undefined if it had the role before. */
export type RoleChange = { changed: string | undefined }

export type Identity<T> = {
  issuer: string
  /** Adds everything under /identity. Requires that cookies are parsed. */
  addRoutes(app: FastifyInstance): Promise<void>
  /**
   * Creates or replaces the account that is not activated yet, and sends its activation email, which invalidates older
   * ones. Returns `unsent`, and replaces nothing, if the address has reached its email limit.
   */
  invite(db: Kysely<T>, person: Invitation): Promise<'invited' | 'unsent' | 'already-active'>
  /** Sends the activation email again to an account that awaits activation; null if there is none. */
  resendActivation(
    db: Kysely<T>,
    email: string,
    language: Language,
  ): Promise<'invited' | 'unsent' | 'already-active' | null>
  /** Sends a link to set a new password; null if the address has no active account. */
  sendPasswordLink(db: Kysely<T>, email: string, language: Language): Promise<'sent' | 'unsent' | null>
  /**
   * Changes the address of an account to one that its owner has confirmed. Its sessions and links end; the password
   * stays. Returns false if another account has the address. An account there that is not activated is removed, because
   * its address was never confirmed.
   */
  changeEmail(db: Kysely<T>, email: string, to: string): Promise<boolean>
  /**
   * Whether a password is that of a subject's account. Wrong ones count as at a sign-in, against the account or the
   * cookies, and against the network: the limit where too many were wrong.
   */
  checkPassword(
    db: Kysely<T>,
    subject: string,
    password: string,
    from: { cookies: Cookies; clientAddress: string },
  ): Promise<boolean | { limitedBy: RateLimitName }>
  /** Removes the password of an account, its links and its sessions: its owner sets a new one by email. */
  removePassword(db: Kysely<T>, email: string): Promise<void>
  /** Revokes the role of an account that no second factor protects. Returns the subject if it had one. */
  endUnprotectedRole(db: Kysely<T>, email: string): Promise<string | undefined>
  /** Whether an address has an active account. */
  isActive(db: Kysely<T>, email: string): Promise<boolean>
  /**
   * Erases a person, by subject or address: account, links, sessions and grants. An active account, or one with a role,
   * only on request.
   */
  end(db: Kysely<T>, subjectOrEmail: string, which: 'any' | 'not-activated'): Promise<void>
  /** Ends every session of an account, in every browser, also the relying party's; the account stays. */
  signOut(db: Kysely<T>, subjectOrEmail: string): Promise<void>
  /**
   * Ends one session of an account, identified by the relying party, or all except that one. The relying party ends its
   * own.
   */
  endSession(db: Kysely<T>, accountId: string, sid: string): Promise<void>
  endOtherSessions(db: Kysely<T>, accountId: string, sid: string): Promise<void>
  /**
   * Creates the operator's administrator. Returns the subject if its password or role changed; its sessions then end
   * here.
   */
  ensureAdministrator(db: Kysely<T>, admin: { email: string; password: string }): Promise<string | undefined>
  /** Returns the present role of a subject, null for none, as part of a query of the owner. */
  roleOf(subject: Expression<string>): RawBuilder<string | null>
  /**
   * Returns the accounts that can enter the admin area, by address, with their role; an invited one that is not
   * activated yet cannot sign in.
   */
  administrators(db: Kysely<T>): Promise<RoleHolder[]>
  /** Like `administrators`, locked until the transaction ends, so that no role changes meanwhile. */
  lockAdministrators(db: Kysely<T>): Promise<RoleHolder[]>
  /**
   * Makes an address an administrator's, who chooses the password with the returned link. It works once and for a day,
   * for the person who runs the shop, and invalidates older links. Null if the account is already active.
   */
  inviteAdministrator(db: Kysely<T>, email: string, returnTo: string): Promise<string | null>
  /**
   * Sets the role of an address, replacing its present one. An address without an active account gets an activation
   * email and an account with the role; returns `unsent` if the address has reached its email limit.
   */
  giveRole(
    db: Kysely<T>,
    person: { email: string; returnTo: string; role: AdminAreaRole; language: Language },
  ): Promise<RoleChange & { outcome: 'given' | 'invited' | 'unsent' }>
  /** Changes or revokes the role; the account stays, and no email is sent. */
  setRole(db: Kysely<T>, email: string, role: AdminAreaRole | null): Promise<RoleChange>
  /**
   * Removes the second factors of an administrator, who sets up new ones at the next sign-in, ends their sessions and
   * notifies them. Returns the subject; undefined if the address has none.
   */
  resetFactors(db: Kysely<T>, email: string): Promise<string | undefined>
  /** Samples of the emails that it sends. */
  sampleMails(recipient: Recipient): Mail[]
  /** Removes expired rows: sessions and codes, old links, accounts without a role that were not activated for 30 days. */
  cleanUp(db: Kysely<T>, now: Date): Promise<void>
}
