import type { LicenceDb, LicenceTrx } from '../database/tables.ts'
import { addSigningKey, lockSigningKeys, createSigningKey, readKeys, type OpenKey } from './key-rows.ts'
import { dayMs } from '../../domain/calendar.ts'

/** The minimum age, in days, of a next key before it signs: until then programs receive it with renewals. */
const learntWithin = 30

/**
 * Makes the next key of each algorithm the current one, and creates another next one. Returns the new next keys. Throws one sentence
 * if a next key is so new that programs may not have it yet, unless `anyway`.
 */
export function rotateKeys(
  db: LicenceDb,
  secrets: readonly string[],
  now: Date,
  { anyway }: { anyway: boolean },
): Promise<OpenKey[]> {
  return changeKeys(db, secrets, async (trx, keys) => {
    const current = keys.filter(({ state }) => state === 'current')
    const young = keys.find(
      ({ state, createdAt }) => state === 'next' && now.getTime() - createdAt.getTime() < learntWithin * dayMs,
    )
    if (young && !anyway)
      throw new Error(
        `The next key ${young.kid} is younger than ${learntWithin} days. Programs that have neither been built with it nor connected since ` +
          'would reject what it signs. Rotate later, or with --anyway.',
      )
    return Promise.all(current.map((key) => replace(trx, secrets, keys, key, 'retired', now)))
  })
}

/**
 * Revokes a key: it no longer signs and is no longer published. If it was the current one, the next key signs. Returns the new
 * next key; null where none was needed. Throws one sentence for a key that is unknown or revoked already.
 */
export function revokeSigningKey(
  db: LicenceDb,
  secrets: readonly string[],
  kid: string,
  now: Date,
): Promise<OpenKey | null> {
  return changeKeys(db, secrets, async (trx, keys) => {
    const key = keys.find((one) => one.kid === kid)
    if (!key) throw new Error(`There is no licence key ${kid}. List them with: npm run licence -- keys`)
    if (key.state === 'revoked') throw new Error(`The licence key ${kid} is revoked already.`)
    if (key.state === 'current') return replace(trx, secrets, keys, key, 'revoked', now)
    await setState(trx, kid, { state: 'revoked', retired_at: now })
    return key.state === 'next' ? addNext(trx, secrets, key, now) : null
  })
}

/**
 * Replaces the stored keys by those of a file. Throws one sentence if a device has a lease and the file lacks a stored key: its
 * program would reject leases by other keys.
 */
export async function replaceKeys(db: LicenceDb, secrets: readonly string[], keys: readonly OpenKey[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx)
    const present = await trx.selectFrom('licence_keys').select('kid').execute()
    const lacking = present.filter(({ kid }) => !keys.some((key) => key.kid === kid))
    const used = await trx
      .selectFrom('devices')
      .select('id')
      .where((row) => row.or([row('lease_until', 'is not', null), row('file_until', 'is not', null)]))
      .limit(1)
      .execute()
    if (lacking.length > 0 && used.length > 0)
      throw new Error(
        `The file lacks the licence key ${lacking[0]?.kid}, and devices have licences. Nothing was changed.`,
      )
    await trx.deleteFrom('licence_keys').execute()
    for (const key of keys) await addSigningKey(trx, secrets, key)
  })
}

function changeKeys<T>(
  db: LicenceDb,
  secrets: readonly string[],
  change: (trx: LicenceTrx, keys: OpenKey[]) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx)
    return change(trx, await readKeys(trx, secrets))
  })
}

/** Replaces a current key by the next key of the same algorithm. */
async function replace(
  trx: LicenceTrx,
  secrets: readonly string[],
  keys: readonly OpenKey[],
  key: OpenKey,
  state: 'retired' | 'revoked',
  now: Date,
): Promise<OpenKey> {
  const next = keys.find((one) => one.algorithm === key.algorithm && one.state === 'next')
  if (!next) throw new Error(`There is no next key for ${key.algorithm}: start the server once, which makes it.`)
  await setState(trx, key.kid, { state, retired_at: now })
  await setState(trx, next.kid, { state: 'current', promoted_at: now })
  return addNext(trx, secrets, key, now)
}

async function addNext(trx: LicenceTrx, secrets: readonly string[], { algorithm, iss }: OpenKey, now: Date) {
  const key = await createSigningKey(algorithm, iss, 'next', now)
  await addSigningKey(trx, secrets, key)
  return key
}

async function setState(
  trx: LicenceTrx,
  kid: string,
  change: { state: OpenKey['state']; promoted_at?: Date; retired_at?: Date },
): Promise<void> {
  await trx.updateTable('licence_keys').set(change).where('kid', '=', kid).execute()
}
