import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Device, DeviceGrant, LicenceDb, LicenceTrx, ReleasedBy } from '../database/tables.ts'
import { placeDays } from '../rules/places.ts'

const day = 86_400_000
/** A device that was signed out is remembered, so that its program is told so; it counts against the approvals meanwhile. */
const rememberedDays = 90

export function lockDevice(db: LicenceTrx, id: string): Promise<Device | undefined> {
  return db.selectFrom('devices').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function findDevice(db: LicenceDb, id: string): Promise<Device | undefined> {
  return db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A person's devices, the newest first. */
export function devicesOf(db: LicenceDb, subscriberId: string): Promise<Device[]> {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('subscriber_id', '=', subscriberId)
    .orderBy('approved_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Waits for whoever adds a device to the same person. False for nobody. */
export async function lockOwner(db: LicenceTrx, subscriberId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from subscribers where id = ${subscriberId} for update`.execute(db)
  return rows.length > 0
}

/** Adds the device of an approved request; one with the same key is signed in again, and its older tokens end. Returns its id. */
export async function putDevice(db: LicenceTrx, grant: DeviceGrant, subscriberId: string, now: Date): Promise<string> {
  const { product, name, system, version, jkt } = grant
  const current = { subscriber_id: subscriberId, name, system, version, approved_at: now, seen_at: now }
  const { id } = await db
    .insertInto('devices')
    .values({
      id: `dev_${randomBytes(16).toString('base64url')}`,
      product,
      jkt,
      ...current,
      seq: 0,
      used_hash: null,
      issued_hash: null,
      lease_until: null,
      released_at: null,
      released_by: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['product', 'jkt']).doUpdateSet({
        ...current,
        seq: sql`devices.seq + 1`,
        used_hash: null,
        issued_hash: null,
        released_at: null,
        released_by: null,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A device that was signed out. */
export type ReleasedDevice = Pick<Device, (typeof released)[number]>
const released = ['id', 'product', 'subscriber_id', 'name', 'system'] as const

/** Signs a person's device out, or all of them where `id` is null. Returns those that were signed in. */
export function releaseDevices(
  db: LicenceTrx,
  id: string | null,
  subscriberId: string,
  by: ReleasedBy,
  now: Date,
): Promise<ReleasedDevice[]> {
  return db
    .updateTable('devices')
    .set({ released_at: now, released_by: by })
    .$if(id !== null, (query) => query.where('id', '=', id))
    .where('subscriber_id', '=', subscriberId)
    .where('released_at', 'is', null)
    .returning(released)
    .execute()
}

/** Signs out what was not seen for long, which it returns, and removes what was signed out long ago. */
export async function tidyDevices(db: LicenceTrx, now: Date): Promise<ReleasedDevice[]> {
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const unseen = await db
    .updateTable('devices')
    .set({ released_at: now, released_by: 'unseen' })
    .where('released_at', 'is', null)
    .where('seen_at', '<=', ago(placeDays.unseen))
    .returning(released)
    .execute()
  await db
    .deleteFrom('devices')
    .where('released_at', '<', ago(rememberedDays))
    .where('seen_at', '<', ago(rememberedDays))
    .execute()
  return unseen
}
