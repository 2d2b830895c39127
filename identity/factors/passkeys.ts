import { randomUUID } from 'node:crypto'
import type { IdentityDb } from '../database/tables.ts'
import { seal, unseal } from '../secrets.ts'
import type { FactorKeys } from './factors.ts'

export const mostPasskeys = 10

export type Passkey = { id: string; name: string; addedAt: Date; usedAt: Date | null }

/** The sealed data of a passkey. */
export type StoredPasskey = { publicKey: string; transports: string[] }

/** How a passkey proves itself, in the terms of RFC 8176: `swk` may be synced between devices, `hwk` stays in one. */
export type PasskeyProof = 'hwk' | 'swk'

export type NewPasskey = { credentialId: string; kept: StoredPasskey; counter: number; proof: PasskeyProof }

export async function passkeysOf(db: IdentityDb, accountId: string): Promise<Passkey[]> {
  const rows = await passkeyRows(db, accountId)
  return rows.map(({ id, name, added_at: addedAt, used_at: usedAt }) => ({ id, name: name ?? '', addedAt, usedAt }))
}

/** The rows of an account's passkeys, oldest first. */
export const passkeyRows = (db: IdentityDb, accountId: string) =>
  db
    .selectFrom('identity_factors')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'passkey')
    .orderBy('added_at')
    .execute()

/**
 * Stores a passkey. Returns false if it is registered already, or the account has the maximum. The caller has locked
 * the account.
 */
export async function putPasskey(
  db: IdentityDb,
  keys: Pick<FactorKeys, 'secrets'>,
  { accountId, name, passkey }: { accountId: string; name: string; passkey: NewPasskey },
  now: Date,
): Promise<boolean> {
  if ((await passkeyRows(db, accountId)).length >= mostPasskeys) return false
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('identity_factors')
    .values({
      id: randomUUID(),
      account_id: accountId,
      kind: 'passkey',
      sealed: seal(keys.secrets, 'factors', JSON.stringify(passkey.kept)),
      counter: passkey.counter,
      added_at: now,
      credential_id: passkey.credentialId,
      name,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Removes a passkey; false if it does not exist, or is the account's only factor. The caller has locked the account.
 */
export async function removePasskey(db: IdentityDb, accountId: string, id: string): Promise<boolean> {
  const factors = await db.selectFrom('identity_factors').select('id').where('account_id', '=', accountId).execute()
  if (factors.length < 2 || !factors.some((factor) => factor.id === id)) return false
  const { numDeletedRows } = await db
    .deleteFrom('identity_factors')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'passkey')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Returns the sealed data of a passkey; undefined if no secret opens it. */
export function keptOf({ secrets }: Pick<FactorKeys, 'secrets'>, sealed: string): StoredPasskey | undefined {
  const text = unseal(secrets, 'factors', sealed)
  return text === undefined ? undefined : (JSON.parse(text) as StoredPasskey)
}
