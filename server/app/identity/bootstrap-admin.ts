import { paths } from '../../../contract/screens.ts'
import { administratorRole, type AdminAreaRole } from '../../../domain/account/role.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../../store/tables.ts'

type Accounts = {
  ensureAdministrator(db: Db, admin: { email: string; password: string }): Promise<string | undefined>
  inviteAdministrator(db: Db, email: string, returnTo: string): Promise<string | null>
  administrators(db: Db): Promise<{ activated: boolean; role: AdminAreaRole }[]>
}

/**
 * Ensures that there is an administrator at the built-in provider: the configured one, otherwise one created at the
 * first start. Returns the administrator, the number of others, and the one-time link to choose a missing password;
 * null if none was configured and one exists.
 */
export async function ensureAdministrator(
  configured: Config['admin'],
  accounts: Accounts,
  db: Db,
  domain: string,
): Promise<{ email: string; link: string | null; others: number } | null> {
  const { email = `admin@${domain}`, password = null } = configured ?? {}
  const administrators = async () =>
    (await accounts.administrators(db)).filter(({ role }) => role === administratorRole)
  if (!configured && (await administrators()).some(({ activated }) => activated)) return null
  const link = await db.transaction().execute(async (trx) => {
    if (password === null) return accounts.inviteAdministrator(trx, email, paths.administration)
    await accounts.ensureAdministrator(trx, { email, password })
    return null
  })
  return { email, link, others: (await administrators()).length - 1 }
}
