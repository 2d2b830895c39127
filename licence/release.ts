import type { DeviceRef, LicenceContext } from './context.ts'
import type { LicenceTrx, ReleasedBy } from './database/tables.ts'
import { releaseDevices, tidyDevices, type ReleasedDevice } from './store/devices.ts'

/**
 * Signs a person's device out, or all of them where `id` is null, and announces it. Nothing happens where it is not theirs or signed
 * out already. Returns those that were signed in.
 */
export function release(
  context: LicenceContext,
  id: string | null,
  subscriberId: string,
  by: ReleasedBy,
): Promise<DeviceRef[]> {
  return context.transact((db) => releaseIn(db, context, id, subscriberId, by))
}

/** The same in the caller's transaction. */
export async function releaseIn(
  db: LicenceTrx,
  context: LicenceContext,
  id: string | null,
  subscriberId: string,
  by: ReleasedBy,
): Promise<DeviceRef[]> {
  return announced(db, context, await releaseDevices(db, id, subscriberId, by, context.now()), by)
}

/** Signs out what was not seen for long, and removes what was signed out long ago. */
export async function releaseUnseen(context: LicenceContext, now: Date): Promise<void> {
  await context.transact(async (db) => announced(db, context, await tidyDevices(db, now), 'unseen'))
}

async function announced(
  db: LicenceTrx,
  context: LicenceContext,
  released: readonly ReleasedDevice[],
  by: ReleasedBy,
): Promise<DeviceRef[]> {
  const devices = released.map(({ subscriber_id: subscriberId, ...device }) => ({ ...device, subscriberId }))
  if (devices.length > 0) await context.announce(db, { type: 'device.released', devices, by })
  return devices
}
