import type { Releaser } from '../../domain/account/device.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Device, LicenceDb, LicenceTrx } from '../database/tables.ts'
import { placeDays } from '../rules/places.ts'
import { dayMs } from '../../domain/calendar.ts'

/** How long a signed-out device is stored, so that its program is told; it counts against the additions meanwhile. */
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

/**
 * Locks a person, always before their devices, and waits for other changes of them. Returns false for an unknown
 * person.
 */
export async function lockOwner(db: LicenceTrx, subscriberId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from subscribers where id = ${subscriberId} for update`.execute(db)
  return rows.length > 0
}

/** Locks a person, and all others with a device that names the same key, in the order of their ids. */
export async function lockOwnersOfKey(
  db: LicenceTrx,
  subscriberId: string,
  { product, jkt }: Pick<Device, 'product' | 'jkt'>,
): Promise<void> {
  await sql`
    select 1 from subscribers
    where id = ${subscriberId}
      or id in (select subscriber_id from devices where product = ${product} and jkt = ${jkt} and released_at is null)
    order by id for update`.execute(db)
}

/**
 * Adds the device of an approved request. If the person has one with the same key, that one is signed in again. Its program has not
 * proved the key yet, so a valid token stays valid until it does, and the token of a signed-out device stays invalid.
 */
export async function putDevice(
  db: LicenceTrx,
  { product, name, system, version, jkt }: Pick<Device, 'product' | 'name' | 'system' | 'version' | 'jkt'>,
  subscriberId: string,
  now: Date,
): Promise<Pick<Device, 'id' | 'seq'>> {
  const current = { subscriber_id: subscriberId, name, system, version, approved_at: now, seen_at: now }
  return db
    .insertInto('devices')
    .values({
      id: `dev_${randomBytes(16).toString('base64url')}`,
      product,
      jkt,
      ...current,
      seq: 0,
      used_hash: null,
      issued_hash: null,
      used_proofs: [],
      lease_until: null,
      file_until: null,
      released_at: null,
      released_by: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['subscriber_id', 'product', 'jkt']).doUpdateSet({
        ...current,
        seq: sql`case when devices.released_at is null then devices.seq else devices.seq + 1 end`,
        used_hash: sql`case when devices.released_at is null then devices.used_hash end`,
        issued_hash: sql`case when devices.released_at is null then devices.issued_hash end`,
        used_proofs: sql`case when devices.released_at is null then devices.used_proofs else '{}' end`,
        released_at: null,
        released_by: null,
      }),
    )
    .returning(['id', 'seq'])
    .executeTakeFirstOrThrow()
}

/** Changes a device that is signed in and has the same tokens as when it was read; otherwise returns false. */
export async function saveRenewal(db: LicenceDb, read: Device, change: Partial<Device>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('devices')
    .set(change)
    .where('id', '=', read.id)
    .where('released_at', 'is', null)
    .where('seq', '=', read.seq)
    .where('used_hash', 'is not distinct from', read.used_hash)
    .where('issued_hash', 'is not distinct from', read.issued_hash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores until when a licence file is valid, unless an earlier file of the device is valid longer. */
export async function setFileUntil(db: LicenceTrx, id: string, until: Date): Promise<void> {
  const file_until = sql<Date>`greatest(file_until, ${until})`
  await db.updateTable('devices').set({ file_until }).where('id', '=', id).execute()
}

/** Returns until when the program of a device runs without a connection, by its latest lease or a licence file. */
export function runsUntil({ lease_until: lease, file_until: file }: Device): Date | null {
  return lease && file ? (lease > file ? lease : file) : (lease ?? file)
}

/** A device that was signed out. */
export type ReleasedDevice = Pick<Device, (typeof released)[number]>
const released = ['id', 'product', 'subscriber_id', 'name', 'system'] as const

/** Selects a person's devices: by id, by time of approval, or by last contact. Without members, all of them. */
export type Which = { id?: string; approvedAt?: Date; unseenSince?: Date }

/** Signs a person's devices out. Returns those that were signed in. */
export function releaseDevices(
  db: LicenceTrx,
  { id, approvedAt, unseenSince }: Which,
  subscriberId: string,
  by: Releaser,
  now: Date,
): Promise<ReleasedDevice[]> {
  let query = db.updateTable('devices').set({ released_at: now, released_by: by })
  if (id !== undefined) query = query.where('id', '=', id)
  if (approvedAt !== undefined) query = query.where('approved_at', '=', approvedAt)
  // A licence file may end later than 60 days after the last contact.
  if (unseenSince !== undefined) query = query.where('seen_at', '<=', unseenSince).where(leaseIsOver(now))
  return query.where('subscriber_id', '=', subscriberId).where('released_at', 'is', null).returning(released).execute()
}

/** Signs out the devices of other people that name the key of this one, once its program has proved it. */
export function releaseOthersOfKey(db: LicenceTrx, device: Device, now: Date): Promise<ReleasedDevice[]> {
  return db
    .updateTable('devices')
    .set({ released_at: now, released_by: 'program' })
    .where('product', '=', device.product)
    .where('jkt', '=', device.jkt)
    .where('subscriber_id', '<>', device.subscriber_id)
    .where('released_at', 'is', null)
    .returning(released)
    .execute()
}

// `greatest` ignores a null.
const leaseIsOver = (now: Date) => sql<boolean>`coalesce(greatest(lease_until, file_until) <= ${now}, true)`

/** Returns the time since which a device must not have been seen to be signed out. */
export const unseenSince = (now: Date): Date => new Date(now.getTime() - placeDays.unseen * dayMs)

/** The owners of devices that were not seen since then. */
export async function ownersOfUnseen(db: LicenceDb, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('devices')
    .select('subscriber_id')
    .distinct()
    .where('released_at', 'is', null)
    .where('seen_at', '<=', unseenSince(now))
    .where(leaseIsOver(now))
    .execute()
  return rows.map(({ subscriber_id: id }) => id)
}

/** Deletes devices that were signed out long ago. */
export async function removeOldDevices(db: LicenceDb, now: Date): Promise<void> {
  const ago = new Date(now.getTime() - rememberedDays * dayMs)
  await db.deleteFrom('devices').where('released_at', '<', ago).where('seen_at', '<', ago).execute()
}
