import type { LicenceContext, LicensedProduct } from '../context.ts'
import type { LicenceTrx } from '../database/tables.ts'
import { placeOf, reportApproved } from '../pages/approve.ts'
import { leaseDates } from '../rules/lease-dates.ts'
import type { DeviceAllowance } from '../rules/places.ts'
import { signLease, type LeaseFor } from '../statements.ts'
import { lockOwner, putDevice, setFileUntil } from '../store/devices.ts'
import { readFileRequest, type FileRequest } from './file-request.ts'

type Missing = 'not-entitled' | 'on-hold' | Exclude<DeviceAllowance, 'free'>
/**
 * Why there is no file, with the product once it is known. `not-offered`: it is unknown, or has no licence files.
 * `retryAfter` is in seconds.
 */
export type FileProblem =
  | { problem: 'invalid' | 'not-offered' }
  | { problem: 'tooMany'; retryAfter: number }
  | { problem: Missing; product: LicensedProduct }
export type FileOutcome = { file: string; fileName: string } | FileProblem

/**
 * Gives a person the requested licence file: one lease, bound to the key that signed the request. The computer is then
 * one of their devices. Other people's devices with that key stay, because the request may be old, and a copy.
 */
export async function giveFile(
  context: LicenceContext,
  subscriberId: string,
  text: string,
  network: string,
): Promise<FileOutcome> {
  if (!(await context.allow('licenceFilePerPerson', subscriberId)))
    return { problem: 'tooMany', retryAfter: context.resetsIn('licenceFilePerPerson') }
  const request = await readFileRequest(text)
  if (!request) return { problem: 'invalid' }
  const product = context.products.get(request.product)
  if (!product || product.terms.fileDays === 0) return { problem: 'not-offered' }
  const outcome = await context.transact((db) => leaseOf(db, context, product, request, subscriberId, network))
  if (typeof outcome === 'string') return { problem: outcome, product }
  return { file: `${await signLease(context, outcome)}\n`, fileName: `${product.key}.lic` }
}

async function leaseOf(
  db: LicenceTrx,
  context: LicenceContext,
  product: LicensedProduct,
  request: FileRequest,
  subscriberId: string,
  network: string,
): Promise<LeaseFor | Missing> {
  const now = context.now()
  if (!(await lockOwner(db, subscriberId))) return 'not-entitled'
  const found = await context.entitlementOf(db, subscriberId, product.key)
  if (!found) return 'not-entitled'
  const { holder, entitlement } = found
  if ('missing' in entitlement) return entitlement.missing === 'on-hold' ? 'on-hold' : 'not-entitled'
  const { subscription } = entitlement
  const dates = leaseDates(subscription, product.terms.fileDays, now)
  if (!dates) return 'not-entitled'
  const place = await placeOf(db, product, subscriberId, request.jkt, now)
  if (place !== 'free') return place
  const { id, seq } = await putDevice(db, request, subscriberId, now)
  await setFileUntil(db, id, new Date(dates.exp * 1000))
  const { jkt, name, system } = request
  const device = { id, product: product.key, subscriberId, name, system }
  await reportApproved(db, context, device, { network, at: now })
  // A file has no refresh token: its program needs a new file.
  return {
    product,
    subscriberId,
    device: { id, jkt, seq },
    holder,
    subscription,
    dates: { ...dates, renew: dates.exp },
  }
}
