import { randomBytes } from 'node:crypto'
import type { Db } from './store/tables.ts'

type Accounts = {
  ensureAdministrator(db: Db, admin: { email: string; password: string }): Promise<string | undefined>
  administrators(db: Db): Promise<{ activated: boolean }[]>
}

/**
 * Sees to an administrator at the built-in provider: the configured one, else one made at the first start. Answers the
 * password only where it was made just now, and how many others there are; null where none was configured and one is there.
 */
export async function ensureAdministrator(
  configured: { email: string; password: string } | null,
  accounts: Accounts,
  db: Db,
  domain: string,
): Promise<{ email: string; password: string | null; others: number } | null> {
  if (configured) {
    await db.transaction().execute((trx) => accounts.ensureAdministrator(trx, configured))
    const others = (await accounts.administrators(db)).length - 1
    return { email: configured.email, password: null, others }
  }
  if ((await accounts.administrators(db)).some(({ activated }) => activated)) return null
  const made = { email: `admin@${domain}`, password: randomBytes(12).toString('base64url') }
  await accounts.ensureAdministrator(db, made)
  return { ...made, others: 0 }
}
