import type { Identity } from '../../identity/identity.ts'
import { adminAreaRoleOf, administratorRole } from '../../domain/role.ts'
import { emailKey } from '../../platform/email-key.ts'
import type { IdentityProvider } from '../adapters/identity/port.ts'
import { accountsOf, administratorEmails } from '../store/accounts/accounts.ts'
import type { Tables } from '../store/tables.ts'

/** The provider that this server is itself. */
export function builtInIdentityProvider(
  identity: Identity<Tables>,
  adminSubjects: readonly string[],
): IdentityProvider {
  return {
    ...identity,
    externalHost: null,
    async administratorEmails(db) {
      const all = await identity.administrators(db)
      return all.filter(({ activated, role }) => activated && role === administratorRole).map(({ email }) => email)
    },
    async hasRole(db, { id, email }) {
      const all = await identity.administrators(db)
      if (all.some((one) => emailKey(one.email) === emailKey(email))) return true
      const accounts = await accountsOf(db, id)
      return accounts.some(({ issuer, subject }) => issuer === identity.issuer && adminSubjects.includes(subject))
    },
  }
}

/** Another issuer: it keeps accounts, passwords and roles itself, and this server can only send registrants there. */
export function externalIdentityProvider(
  issuer: string,
  adminSubjects: readonly string[],
  invite: IdentityProvider['invite'],
): IdentityProvider {
  const nothing = () => Promise.resolve()
  return {
    issuer,
    externalHost: new URL(issuer).host,
    invite,
    resendActivation: () => Promise.resolve(null),
    sendPasswordLink: () => Promise.resolve(null),
    isActive: () => Promise.resolve(false),
    changeEmail: () => Promise.resolve(true),
    checkPassword: () => Promise.resolve(false),
    removePassword: nothing,
    administratorEmails: (db) => administratorEmails(db, issuer, adminSubjects),
    async hasRole(db, { id }) {
      const accounts = (await accountsOf(db, id)).filter((account) => account.issuer === issuer)
      return accounts.some(({ subject, role }) => adminSubjects.includes(subject) || adminAreaRoleOf(role) !== null)
    },
    endUnprotectedRole: () => Promise.resolve(undefined),
    end: nothing,
    signOut: nothing,
    endSession: nothing,
    endOtherSessions: nothing,
    cleanUp: nothing,
  }
}
