import { randomInt, randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { IdentityDb } from '../database/tables.ts'
import { allSigned, seal, sealAgain, signed, unseal } from '../secrets.ts'

/** What storing second factors needs. `deviceTime` is the time of people's own devices. */
export type FactorKeys = { secrets: string[]; deviceTime: () => Date }

const period = 30
const recoveryCodes = 10
/** Without characters that are easily confused. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Returns a new secret for an authenticator app, in Base32 for typing (RFC 4648). */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The `otpauth:` address of a secret, which apps read as a QR code. */
export function secretAddress(secret: string, issuer: string, label: string): string {
  return authenticator(secret, issuer, label).toString()
}

function authenticator(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period })
}

/** Returns the period of a code, at most one away from now (RFC 6238, 5.2); null for a wrong code. */
export function periodOf(secret: string, code: string, deviceTime: Date): number | null {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const timestamp = deviceTime.getTime()
  const delta = authenticator(secret).validate({ token, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta
}

/** Returns the kinds of second factor that an account has. */
export async function factorKinds(db: IdentityDb, accountId: string): Promise<Set<'authenticator' | 'passkey'>> {
  const rows = await db.selectFrom('identity_factors').select('kind').where('account_id', '=', accountId).execute()
  return new Set(rows.map(({ kind }) => kind))
}

/** Stores an authenticator app, replacing an earlier one. `usedPeriod` is the period of the code that proved it. */
export async function putAuthenticator(
  db: IdentityDb,
  keys: FactorKeys,
  { accountId, secret, usedPeriod }: { accountId: string; secret: string; usedPeriod: number },
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('identity_factors')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'authenticator')
    .execute()
  const sealed = seal(keys.secrets, 'factors', secret)
  await db
    .insertInto('identity_factors')
    .values({
      id: randomUUID(),
      account_id: accountId,
      kind: 'authenticator',
      sealed,
      counter: usedPeriod,
      added_at: now,
    })
    .execute()
}

/** Whether a code is the authenticator app's, and of a later period than any used code. */
export async function useAuthenticator(
  db: IdentityDb,
  keys: FactorKeys,
  accountId: string,
  code: string,
): Promise<boolean> {
  const factor = await db
    .selectFrom('identity_factors')
    .select(['id', 'sealed'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'authenticator')
    .executeTakeFirst()
  const secret = factor && unseal(keys.secrets, 'factors', factor.sealed)
  const used = secret === undefined ? null : periodOf(secret, code, keys.deviceTime())
  if (factor === undefined || used === null) return false
  const { numUpdatedRows } = await db
    .updateTable('identity_factors')
    .set({ counter: used })
    .where('id', '=', factor.id)
    .where('counter', '<', String(used))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Creates recovery codes that replace all earlier ones. They are returned once and stored as keyed hashes. */
export async function newRecoveryCodes(
  db: IdentityDb,
  keys: Pick<FactorKeys, 'secrets'>,
  accountId: string,
): Promise<string[]> {
  await db.deleteFrom('identity_recovery_codes').where('account_id', '=', accountId).execute()
  const codes = Array.from({ length: recoveryCodes }, recoveryCode)
  await db
    .insertInto('identity_recovery_codes')
    .values(
      codes.map((code) => ({
        code_hash: signed(keys.secrets, 'recovery-codes', hashed(accountId, code)),
        account_id: accountId,
      })),
    )
    .execute()
  return codes
}

export async function countRecoveryCodes(db: IdentityDb, accountId: string): Promise<number> {
  const query = db.selectFrom('identity_recovery_codes').where('account_id', '=', accountId)
  const { left } = await query.select(({ fn }) => fn.countAll().as('left')).executeTakeFirstOrThrow()
  return Number(left)
}

/** Consumes a recovery code; false if it is wrong or used. */
export async function useRecoveryCode(
  db: IdentityDb,
  keys: FactorKeys,
  accountId: string,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity_recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', 'in', allSigned(keys.secrets, 'recovery-codes', hashed(accountId, code)))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Seals second factors with the newest secret, so that older ones can be removed. */
export async function sealFactorsAgain(db: IdentityDb, { secrets }: Pick<FactorKeys, 'secrets'>): Promise<void> {
  for (const { id, sealed } of await sealedFactors(db)) {
    const renewed = sealAgain(secrets, 'factors', sealed)
    if (renewed === undefined) continue
    const update = db.updateTable('identity_factors').set({ sealed: renewed })
    await update.where('id', '=', id).where('sealed', '=', sealed).execute()
  }
}

/** Returns how many second factors no secret opens. */
export async function countUnopenedFactors(db: IdentityDb, secrets: readonly string[]): Promise<number> {
  return (await sealedFactors(db)).filter(({ sealed }) => unseal(secrets, 'factors', sealed) === undefined).length
}

const sealedFactors = (db: IdentityDb) => db.selectFrom('identity_factors').select(['id', 'sealed']).execute()

/** Removes every second factor of an account; false if it had none. */
export async function removeFactors(db: IdentityDb, accountId: string): Promise<boolean> {
  await db.deleteFrom('identity_recovery_codes').where('account_id', '=', accountId).execute()
  const gone = await db.deleteFrom('identity_factors').where('account_id', '=', accountId).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

const hashed = (accountId: string, code: string) => `${accountId} ${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`

/** Twelve characters, 59 random bits, in three groups. */
function recoveryCode(): string {
  const code = Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return code.replaceAll(/(.{4})(?=.)/g, '$1-')
}
