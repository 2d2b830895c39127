import { randomUUID, webcrypto } from 'node:crypto'
import { sql } from 'kysely'
import type { JWK } from 'oidc-provider'
import { seal, unseal } from '../secrets.ts'
import type { IdentityDb } from '../database/tables.ts'

/** ECDSA on P-256: 128 bits of security. */
const alg = 'ES256'

/**
 * Returns the keys that sign ID tokens, newest first, created at the first start. Two instances that start together
 * agree: the second waits for the first. Keys that no secret opens are ignored, and a new one is created if none is
 * left.
 */
export async function loadKeys(db: IdentityDb, secrets: string[], now: Date): Promise<JWK[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('tillhouse identity keys'))`.execute(trx)
    const rows = await trx
      .selectFrom('identity_keys')
      .select('sealed')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()
    const kept = rows.flatMap(({ sealed }) => {
      const text = unseal(secrets, 'keys', sealed)
      return text === undefined ? [] : [JSON.parse(text) as JWK]
    })
    if (kept.length > 0) return kept
    const made = await makeKey()
    await trx
      .insertInto('identity_keys')
      .values({ id: made.kid, sealed: seal(secrets, 'keys', JSON.stringify(made)), created_at: now })
      .execute()
    return [made]
  })
}

async function makeKey(): Promise<JWK & { kid: string }> {
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { kty, crv, x, y, d } = await webcrypto.subtle.exportKey('jwk', pair.privateKey)
  return { kty, crv, x, y, d, kid: randomUUID(), alg, use: 'sig' }
}
