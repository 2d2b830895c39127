import type { LicenceContext } from './context.ts'
import type { LicenceTrx, ReleasedBy } from './database/tables.ts'
import { releaseDevice, tidyDevices, type ReleasedDevice } from './store/devices.ts'

/** Signs a person's device out and announces it. Nothing happens where it is not theirs or signed out already. */
export function release(context: LicenceContext, id: string, subscriberId: string, by: ReleasedBy): Promise<void> {
  return context.transact(async (db) => {
    await announced(db, context, await releaseDevice(db, id, subscriberId, by, context.now()))
  })
}

/** Signs out what was not seen for long, and removes what was signed out long ago. */
export function releaseUnseen(context: LicenceContext, now: Date): Promise<void> {
  return context.transact(async (db) => announced(db, context, await tidyDevices(db, now)))
}

async function announced(db: LicenceTrx, context: LicenceContext, released: readonly ReleasedDevice[]): Promise<void> {
  const devices = released.map(({ id, product, subscriber_id: subscriberId }) => ({ id, product, subscriberId }))
  await context.announce(db, 'device.released', devices)
}
