import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'

/**
 * Stores that an address had a product's trial. `hash` is a keyed hash, which can be kept after the person is erased.
 */
export async function rememberTrial(db: Trx, hash: string, product: string): Promise<void> {
  await db
    .insertInto('trial_history')
    .values({ address_hash: hash, product })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Whether one of the hashes of an address (one per key, the newest first) had the product's trial. Locks the address
 * until the transaction ends: the second of two concurrent requests sees what the first has begun.
 */
export async function hadTrial(db: Trx, hashes: readonly [string, ...string[]], product: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${hashes[0]} ${product}`}, 0))`.execute(db)
  const row = await db
    .selectFrom('trial_history')
    .select('product')
    .where('address_hash', 'in', hashes)
    .where('product', '=', product)
    .executeTakeFirst()
  return row !== undefined
}

export async function addTrialToken(
  db: Trx,
  token: { hash: string; subscriberId: string | null; plan: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('trial_tokens')
    .values({
      hash: token.hash,
      subscriber_id: token.subscriberId,
      plan: token.plan,
      expires_at: token.expiresAt,
      used_at: null,
    })
    .execute()
}

/** Returns the owner of a one-time token, expired or not; null if there is none. */
export async function trialTokenOf(db: Trx, hash: string): Promise<string | null> {
  const row = await db.selectFrom('trial_tokens').select('subscriber_id').where('hash', '=', hash).executeTakeFirst()
  return row?.subscriber_id ?? null
}

/** Consumes a one-time token; undefined if it is unknown, used, too old or for another plan. */
export function takeTrialToken(
  db: Trx,
  hash: string,
  plan: string,
  now: Date,
): Promise<{ subscriber_id: string | null } | undefined> {
  return db
    .updateTable('trial_tokens')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('plan', '=', plan)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('subscriber_id')
    .executeTakeFirst()
}

export async function removeOldTrialTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('trial_tokens').where('expires_at', '<', now).execute()
}
