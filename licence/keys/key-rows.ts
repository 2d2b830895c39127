import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { sql } from 'kysely'
import type { LicenceAlgorithm } from '../../domain/catalogue/licence-terms.ts'
import { createSealing } from '../../platform/crypto/sealing.ts'
import { deriveKeys } from '../../platform/crypto/secrets.ts'
import type { SigningKeyState, LicenceDb, LicenceTrx } from '../database/tables.ts'

/** A key pair as it is sealed, with the issuer in its signatures. */
export type SealedKey = { iss: string; jwk: JWK }
export type OpenKey = SealedKey & {
  kid: string
  algorithm: LicenceAlgorithm
  state: SigningKeyState
  createdAt: Date
  promotedAt: Date | null
  retiredAt: Date | null
}

/** Identifies the secret that sealed a key, without revealing anything about the secret. */
export function secretFingerprint(secret: string): string {
  const [key] = deriveKeys([secret], 'licence key fingerprint')
  return createHash('sha256')
    .update(key?.export() ?? '')
    .digest('hex')
    .slice(0, 12)
}

const sealingBy = (secrets: readonly string[]) => createSealing(deriveKeys(secrets, 'licence keys'))

/** Only one process at a time changes keys. */
export async function lockSigningKeys(db: LicenceTrx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tillhouse licence keys'))`.execute(db)
}

/**
 * Returns all keys, newest first. Throws one sentence if no secret opens one: programs accept only the keys compiled
 * into them, so a new key could not replace it.
 */
export async function readKeys(db: LicenceDb, secrets: readonly string[]): Promise<OpenKey[]> {
  const rows = await db.selectFrom('licence_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').execute()
  const sealing = sealingBy(secrets)
  return rows.map((row) => {
    const text = sealing.open(row.kid, row.sealed)
    if (text === undefined)
      throw new Error(
        `No secret in SECRET opens the licence key ${row.kid}: the secret with the fingerprint ${row.sealed_under} sealed it. ` +
          'Add that secret to SECRET again, after the newest one. No key is made in its place, as installed programs would reject it.',
      )
    const { kid, algorithm, state, created_at: createdAt, promoted_at: promotedAt, retired_at: retiredAt } = row
    return { kid, algorithm, state, createdAt, promotedAt, retiredAt, ...(JSON.parse(text) as SealedKey) }
  })
}

/**
 * Creates the current and the next key of each algorithm without them. Two instances that start together agree: the
 * second waits for the first. Keys sealed by an older secret are sealed with the newest, so that the older one can be
 * removed.
 */
export async function prepareKeys(
  db: LicenceDb,
  secrets: readonly string[],
  algorithms: Iterable<LicenceAlgorithm>,
  issuer: string,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx)
    const keys = await readKeys(trx, secrets)
    await sealAgain(trx, secrets, keys)
    const iss = keys[0]?.iss ?? issuer
    for (const algorithm of algorithms)
      for (const state of ['current', 'next'] as const)
        if (!keys.some((key) => key.algorithm === algorithm && key.state === state))
          await addSigningKey(trx, secrets, await createSigningKey(algorithm, iss, state, now))
  })
}

async function sealAgain(db: LicenceTrx, secrets: readonly string[], keys: readonly OpenKey[]): Promise<void> {
  const [newest = ''] = secrets
  const under = secretFingerprint(newest)
  for (const { kid, iss, jwk } of keys)
    await db
      .updateTable('licence_keys')
      .set({ sealed: sealingBy(secrets).seal(kid, JSON.stringify({ iss, jwk })), sealed_under: under })
      .where('kid', '=', kid)
      .where('sealed_under', '<>', under)
      .execute()
}

export async function addSigningKey(db: LicenceTrx, secrets: readonly string[], key: OpenKey): Promise<void> {
  const { kid, algorithm, state, iss, jwk } = key
  await db
    .insertInto('licence_keys')
    .values({
      kid,
      algorithm,
      state,
      sealed: sealingBy(secrets).seal(kid, JSON.stringify({ iss, jwk } satisfies SealedKey)),
      sealed_under: secretFingerprint(secrets[0] ?? ''),
      created_at: key.createdAt,
      promoted_at: key.promotedAt,
      retired_at: key.retiredAt,
    })
    .execute()
}

export async function createSigningKey(
  algorithm: LicenceAlgorithm,
  iss: string,
  state: 'current' | 'next',
  now: Date,
): Promise<OpenKey> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const times = { createdAt: now, promotedAt: state === 'current' ? now : null, retiredAt: null }
  return { kid: await calculateJwkThumbprint(jwk), algorithm, state, ...times, iss, jwk }
}
