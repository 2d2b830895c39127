import { randomBytes } from 'node:crypto'
import type { Db } from './store/tables.ts'

type Accounts = {
  ensureAdministrator(db: Db, admin: { email: string; password: string }): Promise<void>
  administrators(db: Db): Promise<number>
}

/**
 * Sees to an administrator at the built-in provider: the configured one, else one made at the first start. Answers the
 * password only where it was made just now; null where there is one already.
 */
export async function ensureAdministrator(
  configured: { email: string; password: string } | null,
  accounts: Accounts,
  db: Db,
  domain: string,
): Promise<{ email: string; password: string | null } | null> {
  if (configured) {
    await accounts.ensureAdministrator(db, configured)
    return { email: configured.email, password: null }
  }
  if ((await accounts.administrators(db)) > 0) return null
  const made = { email: `admin@${domain}`, password: randomBytes(12).toString('base64url') }
  await accounts.ensureAdministrator(db, made)
  return made
}
