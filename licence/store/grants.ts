import type { DeviceGrant, LicenceDb, LicenceTrx } from '../database/tables.ts'

type Pending = Omit<DeviceGrant, 'state' | 'subscriber_id' | 'device_id' | 'polled_at'>

export async function addGrant(db: LicenceDb, grant: Pending): Promise<void> {
  await db
    .insertInto('device_grants')
    .values({ ...grant, state: 'pending', subscriber_id: null, device_id: null, polled_at: null })
    .execute()
}

/** The hash by which a request is found: of its address or code, or of the code that a person enters. */
export type GrantKey = { code_hash: string } | { user_code_hash: string }

/** A request that waits for its answer. */
export function pendingGrant(db: LicenceDb, key: GrantKey, now: Date): Promise<DeviceGrant | undefined> {
  return byKey(db, key).where('state', '=', 'pending').where('expires_at', '>', now).executeTakeFirst()
}

export function lockPendingGrant(db: LicenceTrx, key: GrantKey, now: Date): Promise<DeviceGrant | undefined> {
  return byKey(db, key).where('state', '=', 'pending').where('expires_at', '>', now).forUpdate().executeTakeFirst()
}

export function findGrant(db: LicenceDb, codeHash: string): Promise<DeviceGrant | undefined> {
  return byKey(db, { code_hash: codeHash }).executeTakeFirst()
}

export function lockGrant(db: LicenceTrx, codeHash: string): Promise<DeviceGrant | undefined> {
  return byKey(db, { code_hash: codeHash }).forUpdate().executeTakeFirst()
}

export async function changeGrant(db: LicenceTrx, codeHash: string, change: Partial<DeviceGrant>): Promise<void> {
  await db.updateTable('device_grants').set(change).where('code_hash', '=', codeHash).execute()
}

/**
 * For an hour after its end a request is stored, so that a program that asks about it gets `expired_token` (RFC 8628
 * §3.5). It cannot be answered or used any more.
 */
const keptAfterEnd = 3_600_000

export async function removeOldGrants(db: LicenceDb, now: Date): Promise<void> {
  await db
    .deleteFrom('device_grants')
    .where('expires_at', '<', new Date(now.getTime() - keptAfterEnd))
    .execute()
}

function byKey(db: LicenceDb, key: GrantKey) {
  const query = db.selectFrom('device_grants').selectAll()
  return 'code_hash' in key
    ? query.where('code_hash', '=', key.code_hash)
    : query.where('user_code_hash', '=', key.user_code_hash)
}
