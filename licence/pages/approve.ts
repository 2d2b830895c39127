import type { DeviceRef } from '../../domain/account/device.ts'
import { randomToken, tokenHash } from '../../platform/crypto/secrets.ts'
import type { LicenceContext, LicensedProduct } from '../context.ts'
import type { Device, DeviceGrant, LicenceDb, LicenceTrx } from '../database/tables.ts'
import { placeFor, type OtherDevice, type DeviceAllowance } from '../rules/places.ts'
import { devicesOf, lockOwner, putDevice, runsUntil } from '../store/devices.ts'
import { newEndToken } from '../tokens.ts'
import { endPath } from './end-page.ts'
import { changeGrant, lockPendingGrant, type GrantKey } from '../store/grants.ts'

/** How long, in ms, a program can at least exchange its code after the approval. */
const codeLifetime = 60_000

export type Approval =
  | { approved: DeviceGrant; code: string }
  | { refused: 'gone' | 'not-entitled' | Exclude<DeviceAllowance, 'free'> }

/** Whether a person can add the device with this key. */
export async function placeOf(
  db: LicenceDb,
  product: LicensedProduct,
  subscriberId: string,
  jkt: string,
  now: Date,
): Promise<DeviceAllowance> {
  const devices = await devicesOf(db, subscriberId)
  const others = devices.filter((device) => device.product === product.key && device.jkt !== jkt).map(timesOf)
  return placeFor(others, product.terms, now)
}

/** Signs a device in for a person. Approvals of one person run one after the other, so that none exceeds a limit. */
export async function approve(
  context: LicenceContext,
  product: LicensedProduct,
  key: GrantKey,
  subscriberId: string,
): Promise<Approval> {
  return context.transact(async (db) => {
    const now = context.now()
    if (!(await lockOwner(db, subscriberId))) return { refused: 'not-entitled' }
    const grant = await lockPendingGrant(db, key, now)
    if (grant?.product !== product.key) return { refused: 'gone' }
    const found = await context.entitlementOf(db, subscriberId, product.key)
    if (!found || 'missing' in found.entitlement) return { refused: 'not-entitled' }
    const place = await placeOf(db, product, subscriberId, grant.jkt, now)
    if (place !== 'free') return { refused: place }
    const { id: deviceId } = await putDevice(db, grant, subscriberId, now)
    const { name, system, network } = grant
    const device = { id: deviceId, product: product.key, subscriberId, name, system }
    await reportApproved(db, context, device, { network, at: now })
    const code = randomToken()
    const codeEnd = new Date(now.getTime() + codeLifetime)
    await changeGrant(db, grant.code_hash, {
      state: 'approved',
      subscriber_id: subscriberId,
      device_id: deviceId,
      // A program with a typed code asks again within seconds, which may be after the end of that code.
      ...(grant.kind === 'code'
        ? { code_hash: tokenHash(code), expires_at: codeEnd }
        : { expires_at: codeEnd > grant.expires_at ? codeEnd : grant.expires_at }),
    })
    return { approved: grant, code }
  })
}

/** The times of a device that the limits depend on. */
export const timesOf = (device: Device): OtherDevice => ({
  approvedAt: device.approved_at,
  seenAt: device.seen_at,
  leaseUntil: runsUntil(device),
  releasedAt: device.released_at,
})

/** Notifies a person about a device that they added, with a link that ends only this approval. */
export function reportApproved(
  db: LicenceTrx,
  context: LicenceContext,
  device: DeviceRef,
  { network, at }: { network: string; at: Date },
): Promise<void> {
  const endAddress = `${context.publicUrl}${endPath}/${newEndToken(context, device.id, at)}`
  return context.announce(db, { type: 'device.approved', device, network, endAddress })
}

/** Ends a request and returns it; null if it was answered meanwhile. */
export function decline(context: LicenceContext, key: GrantKey): Promise<DeviceGrant | null> {
  return context.transact(async (db) => {
    const grant = await lockPendingGrant(db, key, context.now())
    if (!grant) return null
    await changeGrant(db, grant.code_hash, { state: 'refused' })
    return grant
  })
}
