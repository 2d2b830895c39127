import type { Identity } from '../../../identity/port.ts'
import { adminAreaRoleOf, administratorRole } from '../../../domain/account/role.ts'
import { emailKey } from '../../../platform/email-key.ts'
import type { IdentityProvider, TeamMember } from '../../adapters/identity/port.ts'
import { accountsOf, roleHoldersAt } from '../../store/accounts/accounts.ts'
import type { Tables } from '../../store/tables.ts'

/** Returns the addresses of those members of a team who are active administrators. */
const administratorEmailsIn = (team: readonly TeamMember[]) =>
  team.filter(({ activated, role }) => activated && role === administratorRole).map(({ email }) => email)

/** The provider for which this server itself is the issuer. */
export function builtInIdentityProvider(
  identity: Identity<Tables>,
  adminSubjects: readonly string[],
): IdentityProvider {
  const team: IdentityProvider['team'] = async (db) => {
    const held = await identity.administrators(db)
    const named = adminSubjects.length === 0 ? [] : await roleHoldersAt(db, identity.issuer, adminSubjects)
    const isNamed = (subject: string) => adminSubjects.includes(subject)
    return [
      ...held.map((one) => ({
        ...one,
        role: isNamed(one.id) ? administratorRole : one.role,
        isNamed: isNamed(one.id),
      })),
      ...named
        .filter(({ subject }) => isNamed(subject) && held.every(({ id }) => id !== subject))
        .map(({ subject, email, role }) => ({ id: subject, email, role, activated: true, isNamed: true })),
    ]
  }
  return {
    ...identity,
    externalHost: null,
    roles: identity,
    team,
    administratorEmails: async (db) => administratorEmailsIn(await team(db)),
    async hasRole(db, { id, email }) {
      const all = await identity.administrators(db)
      if (all.some((one) => emailKey(one.email) === emailKey(email))) return true
      const accounts = await accountsOf(db, id)
      return accounts.some(({ issuer, subject }) => issuer === identity.issuer && adminSubjects.includes(subject))
    },
  }
}

/** Another issuer, which stores accounts, passwords and roles itself; this server can only send registrants there. */
export function externalIdentityProvider(
  issuer: string,
  adminSubjects: readonly string[],
  invite: IdentityProvider['invite'],
): IdentityProvider {
  const nothing = () => Promise.resolve()
  const team: IdentityProvider['team'] = async (db) => {
    const all = await roleHoldersAt(db, issuer, adminSubjects)
    return all.map(({ id, subject, email, role }) => {
      return { id, email, role, activated: true, isNamed: adminSubjects.includes(subject) }
    })
  }
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
    administratorEmails: async (db) => administratorEmailsIn(await team(db)),
    roles: null,
    team,
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
