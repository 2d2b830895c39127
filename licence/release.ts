import type { DeviceRef, Releaser } from '../domain/account/device.ts'
import type { LicenceContext } from './context.ts'
import type { Device, LicenceTrx } from './database/tables.ts'
import {
  lockOwner,
  ownersOfUnseen,
  releaseDevices,
  releaseOthersOfKey,
  removeOldDevices,
  unseenSince,
  type ReleasedDevice,
  type Which,
} from './store/devices.ts'

/**
 * Signs a person's devices out, and announces it. Ignores devices of other people and signed-out ones. Returns those
 * that were signed in.
 */
export function release(
  context: LicenceContext,
  which: Which,
  subscriberId: string,
  by: Releaser,
): Promise<DeviceRef[]> {
  return context.transact((db) => releaseIn(db, context, which, subscriberId, by))
}

/**
 * Like `release`, in the caller's transaction. The announcement refers to the person, so this locks the person before
 * the devices.
 */
export async function releaseIn(
  db: LicenceTrx,
  context: LicenceContext,
  which: Which,
  subscriberId: string,
  by: Releaser,
): Promise<DeviceRef[]> {
  await lockOwner(db, subscriberId)
  return announced(db, context, await releaseDevices(db, which, subscriberId, by, context.now()), by)
}

/** Signs out other people's devices with the key that a program has just proved. Their owners must be locked. */
export async function releaseFormer(db: LicenceTrx, context: LicenceContext, device: Device): Promise<void> {
  await announced(db, context, await releaseOthersOfKey(db, device, context.now()), 'program')
}

/** Signs out devices not seen for long, person by person, and deletes those signed out long ago. */
export async function releaseUnseen(context: LicenceContext, now: Date): Promise<void> {
  for (const owner of await ownersOfUnseen(context.db, now))
    await release(context, { unseenSince: unseenSince(now) }, owner, 'unseen')
  await removeOldDevices(context.db, now)
}

async function announced(
  db: LicenceTrx,
  context: LicenceContext,
  released: readonly ReleasedDevice[],
  by: Releaser,
): Promise<DeviceRef[]> {
  const devices = released.map(({ subscriber_id: subscriberId, ...device }) => ({ ...device, subscriberId }))
  if (devices.length > 0) await context.announce(db, { type: 'device.released', devices, by })
  return devices
}
