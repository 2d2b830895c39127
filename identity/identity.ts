import type { FastifyInstance } from 'fastify'
import { sql, type Expression, type Kysely, type RawBuilder } from 'kysely'
import type { Cookies } from '../platform/cookies.ts'
import { emailKey } from '../platform/email-key.ts'
import { lifetimes, type RateLimitName } from '../domain/limits.ts'
import { administratorRole, type AdminAreaRole, type RoleHolder } from '../domain/role.ts'
import type { Language } from '../domain/language.ts'
import type { Mail, Recipient } from '../domain/mail.ts'
import {
  accountByEmail,
  accountById,
  forgetPassword,
  lockAccount,
  putAdministrator,
  putUnactivated,
  roleHolders,
  setEmail,
  setRole,
} from './accounts/accounts.ts'
import { cookieNames, type IdentityContext, type IdentityOptions, type OpenIdentityContext } from './context.ts'
import { loadKeys } from './provider/keys.ts'
import { endLinks, issueLink } from './accounts/links.ts'
import { factorKinds, removeFactors } from './factors/factors.ts'
import { linkAddress, mailFactorChanged, mailLink, sampleMails, sendLink } from './accounts/mails.ts'
import { pathOnSite } from '../platform/safe-redirect.ts'
import { hashPassword } from './accounts/passwords.ts'
import { createProvider } from './provider/provider.ts'
import { randomToken } from '../platform/crypto/secrets.ts'
import { endOtherSessions, endSessionOf, endSessions } from './accounts/sessions.ts'
import { budgetsOf, isRight } from './pages/sign-in.ts'
import { addIdentityRoutes } from './routes.ts'
import type { IdentityDb } from './database/tables.ts'

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

/** Creates the built-in OpenID Connect provider. Requires that its tables exist. */
export async function createIdentity<T>(options: IdentityOptions<T>): Promise<Identity<T>> {
  const context = await open(options)
  const identity: Identity<T> = {
    issuer: context.issuer,

    addRoutes: (app) => addIdentityRoutes(app, context),

    sampleMails: (recipient) => sampleMails(context, recipient),

    async invite(shopDb, person) {
      const db = withIdentityTables(shopDb)
      const known = await accountByEmail(db, person.email)
      if (known?.activated_at) return 'already-active'
      // Checked before anything is replaced: without an email the links already sent must stay valid.
      const mayMail = await context.allow('mailsPerRecipient', emailKey(person.email), db)
      if (known && !mayMail) return 'unsent'
      const account = await putUnactivated(db, { ...person, returnTo: pathOnSite(person.returnTo) }, context.now())
      if (account === undefined) return 'already-active'
      if (mayMail) await sendLink(context, db, account, person.language)
      return mayMail ? 'invited' : 'unsent'
    },

    async resendActivation(shopDb, email, language) {
      const db = withIdentityTables(shopDb)
      const account = await accountByEmail(db, email)
      if (!account) return null
      if (account.activated_at) return 'already-active'
      return (await mailLink(context, db, account, language)) ? 'invited' : 'unsent'
    },

    async sendPasswordLink(shopDb, email, language) {
      const db = withIdentityTables(shopDb)
      const account = await accountByEmail(db, email)
      if (!account?.activated_at) return null
      return (await mailLink(context, db, account, language)) ? 'sent' : 'unsent'
    },

    async changeEmail(shopDb, email, to) {
      const db = withIdentityTables(shopDb)
      const account = await accountByEmail(db, email)
      if (!account) return true
      const other = await accountByEmail(db, to)
      if (other && other.id !== account.id) {
        if (other.activated_at) return false
        await db.deleteFrom('identity_accounts').where('id', '=', other.id).execute()
      }
      await setEmail(db, account.id, to)
      await endLinks(db, account.id, ['activation', 'reset'], context.now())
      await endSessions(db, context, account.id)
      return true
    },

    async checkPassword(shopDb, subject, password, from) {
      const account = await accountById(withIdentityTables(shopDb), subject)
      const budgets = budgetsOf(context, from, account?.email ?? subject, account)
      for (const [limit, key] of budgets)
        if (!(await context.allow(limit, key, context.db))) return { limitedBy: limit }
      if (!(await isRight(context, account, password))) return false
      for (const [limit, key] of budgets) await context.uncount(limit, key)
      return true
    },

    async removePassword(shopDb, email) {
      const db = withIdentityTables(shopDb)
      const account = await accountByEmail(db, email)
      if (!account) return
      await forgetPassword(db, account.id)
      await endLinks(db, account.id, ['activation', 'reset'], context.now())
      await endSessions(db, context, account.id)
    },

    async endUnprotectedRole(shopDb, email) {
      const db = withIdentityTables(shopDb)
      const account = await accountByEmail(db, email)
      if (!account) return undefined
      await lockAccount(db, account.id)
      const isProtected = context.secondFactor && (await factorKinds(db, account.id)).size > 0
      return isProtected ? undefined : setRole(db, email, null)
    },

    async isActive(shopDb, email) {
      const account = await accountByEmail(withIdentityTables(shopDb), email)
      return account !== undefined && account.activated_at !== null
    },

    async end(shopDb, subjectOrEmail, which) {
      const db = withIdentityTables(shopDb)
      const gone = await db
        .deleteFrom('identity_accounts')
        .where((row) => row.or([row('id', '=', subjectOrEmail), row('email_key', '=', emailKey(subjectOrEmail))]))
        .$if(which === 'not-activated', (query) => query.where('activated_at', 'is', null).where('role', 'is', null))
        .returning('id')
        .execute()
      for (const { id } of gone) await endSessions(db, context, id)
    },

    async signOut(shopDb, subjectOrEmail) {
      const db = withIdentityTables(shopDb)
      const account = (await accountById(db, subjectOrEmail)) ?? (await accountByEmail(db, subjectOrEmail))
      if (account) await endSessions(db, context, account.id)
    },

    endSession: (shopDb, accountId, sid) => endSessionOf(withIdentityTables(shopDb), context, accountId, sid),

    endOtherSessions: (shopDb, accountId, sid) => endOtherSessions(withIdentityTables(shopDb), context, accountId, sid),

    async ensureAdministrator(shopDb, admin) {
      const db = withIdentityTables(shopDb)
      const changed = await putAdministrator(db, admin, context.now())
      if (changed === undefined) return undefined
      await endLinks(db, changed, ['activation', 'reset'], context.now())
      await endSessions(db, context, changed)
      return changed
    },

    roleOf(subject) {
      return sql<string | null>`(select role from identity_accounts where id = ${subject})`
    },

    administrators: (shopDb) => roleHolders(withIdentityTables(shopDb)),

    lockAdministrators: (shopDb) => roleHolders(withIdentityTables(shopDb), 'lock'),

    async inviteAdministrator(shopDb, email, returnTo) {
      const db = withIdentityTables(shopDb)
      const account = await putUnactivated(db, { email, firstName: '', returnTo: pathOnSite(returnTo) }, context.now())
      await setRole(db, email, administratorRole)
      if (account === undefined) return null
      const link = { kind: 'activation', accountId: account.id, returnTo: account.return_to } as const
      return linkAddress(context, 'activation', await issueLink(db, link, context.now(), lifetimes.firstPasswordLink))
    },

    async giveRole(shopDb, { email, returnTo, role, language }) {
      const db = withIdentityTables(shopDb)
      const known = await accountByEmail(db, email)
      const names = { firstName: known?.given_name ?? '', lastName: known?.family_name ?? '' }
      // If the person has not followed a link yet, the link now leads into the admin area, and its validity starts again.
      const account = known?.activated_at
        ? known
        : await putUnactivated(db, { email, ...names, returnTo }, context.now())
      const changed = await setRole(db, email, role)
      if (!account || account.activated_at) return { outcome: 'given', changed }
      return { outcome: (await mailLink(context, db, account, language)) ? 'invited' : 'unsent', changed }
    },

    async setRole(shopDb, email, role) {
      return { changed: await setRole(withIdentityTables(shopDb), email, role) }
    },

    async resetFactors(shopDb, email) {
      const db = withIdentityTables(shopDb)
      const account = await accountByEmail(db, email)
      if (account === undefined) return undefined
      // In the same order as when a factor is added, so that one that is being added is removed too.
      await lockAccount(db, account.id)
      if (!(await removeFactors(db, account.id))) return undefined
      await endSessions(db, context, account.id)
      // Operators reset factors with a command, which has no language setting.
      await mailFactorChanged(context, db, account, 'en')
      return account.id
    },

    async cleanUp(shopDb, now) {
      const db = withIdentityTables(shopDb)
      const longAgo = new Date(now.getTime() - lifetimes.unconfirmedAddress)
      await db.deleteFrom('identity_objects').where('expires_at', '<=', now).execute()
      await db.deleteFrom('identity_links').where('expires_at', '<=', longAgo).execute()
      await db
        .deleteFrom('identity_accounts')
        .where('activated_at', 'is', null)
        .where('role', 'is', null)
        .where('invited_at', '<=', longAgo)
        .execute()
    },
  }
  if (options.admin !== undefined) await identity.ensureAdministrator(options.db, options.admin)
  return identity
}

/** The shop's database or transaction, typed with the tables of identity. */
function withIdentityTables<T>(shopDb: Kysely<T>): IdentityDb {
  return shopDb as unknown as IdentityDb
}

async function open<T>(options: IdentityOptions<T>): Promise<OpenIdentityContext> {
  const secure = options.publicUrl.startsWith('https:')
  const context: IdentityContext = {
    ...options,
    db: withIdentityTables(options.db),
    // What goes out is what once came in, so that its owner's names fit it.
    transact: (work) => options.transact((db) => work(withIdentityTables(db))),
    sendMail: (db, mail) => options.sendMail(db as unknown as Kysely<T>, mail),
    sessionsEnded: (db, accountId, sid) => options.sessionsEnded(db as unknown as Kysely<T>, accountId, sid),
    factorChanged: (db, who, change) => options.factorChanged(db as unknown as Kysely<T>, who, change),
    allow: (limit, key, db) => options.allow(limit, key, db as unknown as Kysely<T>),
    issuer: `${options.publicUrl}/identity`,
    origins: [options.client.redirectUri, options.client.postLogoutRedirectUri].map((uri) => new URL(uri).origin),
    secure,
    cookies: cookieNames(secure),
    decoyHash: await hashPassword(randomToken()),
  }
  const keys = await loadKeys(context.db, context.secrets, context.now())
  return { ...context, provider: createProvider(context, keys) }
}
