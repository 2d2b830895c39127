import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { ApiKeyInput } from '../../domain/api-key.ts'
import { lifetimes, listLimits } from '../../domain/limits.ts'
import { tokenHash } from '../../platform/crypto/secrets.ts'
import type { ApiKeyRow, ConnectDb, ConnectTrx } from '../database/tables.ts'
import { endOfOverlap, isUsable, isUseNoted, renewedUntil } from '../rules/key-dates.ts'
import { idInKey, keyText } from '../rules/key-text.ts'
import { addApiKey, allKeys, changeKey, findKey, liveKeys, lockApiKeys } from '../store/api-keys.ts'

export type MadeKey = { key: ApiKeyRow; text: string }

/**
 * Returns the key that a text represents if it works, and records its use. Does not check whether its owner is still an
 * administrator.
 */
export async function useKey(db: ConnectDb, text: string, from: string, now: Date): Promise<ApiKeyRow | undefined> {
  const id = idInKey(text)
  const key = id === undefined ? undefined : await findKey(db, id)
  if (!key || !isSame(key.hash, tokenHash(text)) || !isUsable(datesOf(key), now)) return undefined
  if (isUseNoted(key.last_used_at, now)) await changeKey(db, key.id, { last_used_at: now, last_used_from: from })
  return key
}

/** `taken`: another working key has the name, in any case. `full`: the maximum number of keys exists. */
export async function createApiKey(
  db: ConnectTrx,
  wanted: ApiKeyInput,
  now: Date,
): Promise<MadeKey | 'taken' | 'full'> {
  await lockApiKeys(db)
  const live = await liveKeys(db, now)
  if (live.some(({ name }) => name.toLowerCase() === wanted.name.toLowerCase())) return 'taken'
  return live.length >= listLimits.apiKeys ? 'full' : putKey(db, wanted, null, now)
}

/**
 * Creates a key that replaces another, which works for one more day. `ended`: that key no longer works, or was rotated
 * already.
 */
export async function rotateKey(
  db: ConnectTrx,
  id: string,
  ownerId: string,
  now: Date,
): Promise<MadeKey | 'ended' | undefined> {
  await lockApiKeys(db)
  const old = await findKey(db, id)
  if (!old) return undefined
  if (!isUsable(datesOf(old), now)) return 'ended'
  // A key can be rotated once only; otherwise it could create any number of others before it ends.
  if ((await liveKeys(db, now)).some(({ replaces }) => replaces === id)) return 'ended'
  await changeKey(db, id, { expires_at: endOfOverlap(old.expires_at, now) })
  const { name, scopes } = old
  const until = renewedUntil(old, await allKeys(db), now)
  return putKey(db, { name, scopes, expiresAt: until, ownerId }, id, now)
}

/** Revokes a key, or makes it depend on the role of another account. `ended`: it no longer works. */
export async function changeUsableKey(
  db: ConnectTrx,
  id: string,
  change: Pick<ApiKeyRow, 'revoked_at'> | Pick<ApiKeyRow, 'created_by'>,
  now: Date,
): Promise<ApiKeyRow | 'ended' | undefined> {
  await lockApiKeys(db)
  const key = await findKey(db, id)
  if (!key) return undefined
  if (!isUsable(datesOf(key), now)) return 'ended'
  await changeKey(db, id, change)
  return key
}

/** How long a key that no longer works stays in the list. */
export const removedBefore = (now: Date): Date => new Date(now.getTime() - lifetimes.deadApiKey)

export const datesOf = ({ expires_at: expiresAt, revoked_at: revokedAt }: ApiKeyRow) => ({ expiresAt, revokedAt })

async function putKey(db: ConnectTrx, wanted: ApiKeyInput, replaces: string | null, now: Date): Promise<MadeKey> {
  const { id, text } = keyText(randomBytes(8), randomBytes(32))
  const key: ApiKeyRow = {
    id,
    name: wanted.name,
    hash: tokenHash(text),
    scopes: [...wanted.scopes],
    created_by: wanted.ownerId,
    created_at: now,
    expires_at: wanted.expiresAt,
    last_used_at: null,
    last_used_from: null,
    revoked_at: null,
    replaces,
  }
  await addApiKey(db, key)
  return { key, text }
}

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))
