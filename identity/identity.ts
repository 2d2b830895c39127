import type { Kysely } from 'kysely'
import { emailKey } from '../platform/email-key.ts'
import { lifetimes } from '../domain/limits.ts'
import { accountByEmail, accountById, forgetPassword, putUnactivated, setEmail } from './accounts/accounts.ts'
import { cookieNames, type IdentityContext, type IdentityOptions, type OpenIdentityContext } from './context.ts'
import { sealFactorsAgain } from './factors/factors.ts'
import { loadKeys } from './provider/keys.ts'
import { endLinks } from './accounts/links.ts'
import { adminRoles } from './accounts/admin-roles.ts'
import { mailLink, identityMailSamples, sendLink } from './accounts/mails.ts'
import { pathOnSite } from '../platform/safe-redirect.ts'
import { checkPassword } from './accounts/check-password.ts'
import { hashPassword } from './accounts/passwords.ts'
import { createProvider } from './provider/provider.ts'
import { randomToken } from '../platform/crypto/secrets.ts'
import { endOtherSessions, endSessionOf, endSessions } from './accounts/sessions.ts'
import { addIdentityRoutes } from './routes.ts'
import type { Identity } from './port.ts'
import { withIdentityTables } from './database/tables.ts'

/** Creates the built-in OpenID Connect provider. Requires that its tables exist. */
export async function createIdentity<T>(options: IdentityOptions<T>): Promise<Identity<T>> {
  const context = await open(options)
  const identity: Identity<T> = {
    issuer: context.issuer,

    addRoutes: (app) => addIdentityRoutes(app, context),

    sampleMails: (recipient) => identityMailSamples(context, recipient),

    async invite(shopDb, person) {
      const db = withIdentityTables(shopDb)
      const known = await accountByEmail(db, person.email)
      if (known?.activated_at) return 'already-active'
      // Checked before anything is replaced: without an email the links already sent must stay valid.
      const mayMail = await context.allow('mailsPerRecipient', emailKey(person.email), db)
      if (known && !mayMail) return 'unsent'
      const put = await putUnactivated(db, { ...person, returnTo: pathOnSite(person.returnTo) }, context.now())
      if (put === undefined) return 'already-active'
      if (mayMail) await sendLink(context, db, put.account, person.language, { isNew: put.isNew })
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
        // An account with a role was invited to the team.
        if (other.activated_at || other.role !== null) return false
        await db.deleteFrom('identity_accounts').where('id', '=', other.id).execute()
      }
      await setEmail(db, account.id, to)
      await endLinks(db, account.id, ['activation', 'reset'], context.now())
      await endSessions(db, context, account.id)
      return true
    },

    async checkPassword(shopDb, subject, password, from) {
      const account = await accountById(withIdentityTables(shopDb), subject)
      return checkPassword(context, from, { email: account?.email ?? subject, account }, password)
    },

    async removePassword(shopDb, email) {
      const db = withIdentityTables(shopDb)
      const account = await accountByEmail(db, email)
      if (!account) return
      await forgetPassword(db, account.id)
      await endLinks(db, account.id, ['activation', 'reset'], context.now())
      await endSessions(db, context, account.id)
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

    ...adminRoles<T>(context),

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
  await sealFactorsAgain(context.db, context)
  const keys = await loadKeys(context.db, context.secrets, context.now())
  return { ...context, provider: createProvider(context, keys) }
}
