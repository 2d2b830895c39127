import { sql } from 'kysely'
import { lifetimes } from '../../domain/limits.ts'
import { administratorRole } from '../../domain/account/role.ts'
import { pathOnSite } from '../../platform/safe-redirect.ts'
import type { IdentityContext } from '../context.ts'
import { withIdentityTables } from '../database/tables.ts'
import { factorKinds, removeFactors } from '../factors/factors.ts'
import type { Identity } from '../port.ts'
import { accountByEmail, lockAccount, putAdministrator, putUnactivated, roleHolders, setRole } from './accounts.ts'
import { endLinks, issueLink } from './links.ts'
import { linkAddress, mailFactorChanged, mailLink } from './mails.ts'
import { endSessions } from './sessions.ts'

type AdminRoles<T> = Pick<
  Identity<T>,
  | 'endUnprotectedRole'
  | 'ensureAdministrator'
  | 'roleOf'
  | 'administrators'
  | 'lockAdministrators'
  | 'inviteAdministrator'
  | 'giveRole'
  | 'setRole'
  | 'resetFactors'
>

/** The part of the provider that concerns accounts with a role in the admin area. */
export function adminRoles<T>(context: IdentityContext): AdminRoles<T> {
  return {
    async endUnprotectedRole(shopDb, email) {
      const db = withIdentityTables(shopDb)
      const account = await accountByEmail(db, email)
      if (!account) return undefined
      await lockAccount(db, account.id)
      const isProtected = context.secondFactor && (await factorKinds(db, account.id)).size > 0
      return isProtected ? undefined : setRole(db, email, null)
    },

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
      const put = await putUnactivated(db, { email, firstName: '', returnTo: pathOnSite(returnTo) }, context.now())
      await setRole(db, email, administratorRole)
      if (put === undefined) return null
      const link = { kind: 'activation', accountId: put.account.id, returnTo: put.account.return_to } as const
      return linkAddress(context, 'activation', await issueLink(db, link, context.now(), lifetimes.firstPasswordLink))
    },

    async giveRole(shopDb, { email, returnTo, role, language }) {
      const db = withIdentityTables(shopDb)
      const known = await accountByEmail(db, email)
      const names = { firstName: known?.given_name ?? '', lastName: known?.family_name ?? '' }
      // If the person has not followed a link yet, the link now leads into the admin area, and its validity starts again.
      const account = known?.activated_at
        ? known
        : (await putUnactivated(db, { email, ...names, returnTo }, context.now()))?.account
      const changed = await setRole(db, email, role)
      if (!account || account.activated_at) return { outcome: 'given', changed }
      return { outcome: (await mailLink(context, db, { ...account, role }, language)) ? 'invited' : 'unsent', changed }
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
      await mailFactorChanged(context, db, account, 'en', 'reset')
      return account.id
    },
  }
}
