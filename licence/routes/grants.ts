import { createHash } from 'node:crypto'
import { tokenHash } from '../../platform/crypto/secrets.ts'
import type { LicenceContext, LicensedProduct } from '../context.ts'
import type { Device, DeviceGrant, LicenceDb, LicenceTrx } from '../database/tables.ts'
import type { Proof } from '../dpop.ts'
import { OAuthError } from '../oauth-error.ts'
import { requiredParameter, type Parameters } from '../parameters.ts'
import { renewalBy } from '../rules/refresh-token.ts'
import { releaseFormer } from '../release.ts'
import { findDevice, lockDevice, lockOwnersOfKey } from '../store/devices.ts'
import { changeGrant, findGrant, lockGrant } from '../store/grants.ts'
import { readRefreshToken } from '../tokens.ts'
import { issueLease, type LeaseResult } from './issue-lease.ts'

/** In seconds. */
export const pollInterval = 5
/** The seconds by which a program that polls on time may be early. */
const pollSlack = 1

export type GrantRequest = {
  context: LicenceContext
  product: LicensedProduct
  parameters: Parameters
  proof: Proof
  /** The device that a renewal is for; undefined unless its token and key are right. */
  device?: Device | undefined
}

const invalidGrant = (why: string): LeaseResult => ({ error: new OAuthError('invalid_grant', why) })

/** RFC 6749 §4.1.3, with the code verifier of RFC 7636 and the key that the request named (RFC 9449 §10). */
export async function codeGrant({ context, product, parameters, proof }: GrantRequest): Promise<LeaseResult> {
  const codeHash = tokenHash(requiredParameter(parameters, 'code'))
  const [redirectUri, verifier] = [
    requiredParameter(parameters, 'redirect_uri'),
    requiredParameter(parameters, 'code_verifier'),
  ]
  return context.transact(async (db) => {
    const grant = await lockWithOwners(db, codeHash)
    const isValid =
      grant?.kind === 'code' &&
      grant.state === 'approved' &&
      grant.expires_at > context.now() &&
      grant.product === product.key &&
      grant.redirect_uri === redirectUri &&
      grant.challenge === sha256(verifier) &&
      grant.jkt === proof.jkt
    return isValid ? signIn(db, context, product, grant) : invalidGrant('The code is wrong, used or expired.')
  })
}

/** RFC 8628 §3.4 and §3.5. */
export async function deviceGrant({ context, product, parameters, proof }: GrantRequest): Promise<LeaseResult> {
  const codeHash = tokenHash(requiredParameter(parameters, 'device_code'))
  const verifier = parameters('code_verifier')
  return context.transact(async (db) => {
    const grant = await lockWithOwners(db, codeHash)
    const isOurs = grant?.kind === 'device' && grant.product === product.key && grant.jkt === proof.jkt
    if (!isOurs || (grant.challenge !== null && grant.challenge !== sha256(verifier ?? '')))
      return invalidGrant('The device code is wrong.')
    if (grant.state === 'used') return invalidGrant('The device code has already been used.')
    if (grant.state === 'refused') return { error: new OAuthError('access_denied', 'The request was refused.') }
    if (grant.expires_at <= context.now())
      return { error: new OAuthError('expired_token', 'The device code has expired.') }
    if (grant.state === 'approved') return signIn(db, context, product, grant)
    const now = context.now()
    await changeGrant(db, codeHash, { polled_at: now })
    const since = now.getTime() - (grant.polled_at?.getTime() ?? 0)
    return since < (pollInterval - pollSlack) * 1000
      ? { error: new OAuthError('slow_down', `Ask every ${pollInterval} seconds.`) }
      : { error: new OAuthError('authorization_pending', 'The request has not been answered yet.') }
  })
}

/** The device whose token and key a renewal has; undefined for any other request. */
export async function renewingDevice({ context, parameters, proof }: GrantRequest): Promise<Device | undefined> {
  const presented = readRefreshToken(context, parameters('refresh_token') ?? '')
  const device = presented && (await findDevice(context.db, presented.device))
  return device?.jkt === proof.jkt ? device : undefined
}

/** RFC 6749 §6, by the rule of rules/refresh-token.ts. */
export async function refreshGrant({
  context,
  product,
  parameters,
  proof,
  ...read
}: GrantRequest): Promise<LeaseResult> {
  const presented = readRefreshToken(context, requiredParameter(parameters, 'refresh_token'))
  if (!presented) return invalidGrant('The refresh token is wrong.')
  const renew = async (db: LicenceDb, device: Device | undefined): Promise<LeaseResult | null> => {
    if (!device) return { refusal: 'unknown_device' }
    if (device.product !== product.key || device.jkt !== proof.jkt)
      return invalidGrant('The refresh token belongs to another program or key.')
    if (device.released_at) return { refusal: 'signed_out' }
    const { seq, used_hash: usedHash, issued_hash: issuedHash, used_proofs: usedProofs } = device
    const renewal = renewalBy({ seq, usedHash, issuedHash, usedProofs }, presented, tokenHash(proof.jti))
    if (renewal === 'copied') return { refusal: renewal }
    // Not signed, so a program whose request a proxy sent twice renews again.
    if (renewal === 'replayed') return { error: new OAuthError('invalid_dpop_proof', 'The proof was used.') }
    return issueLease(db, context, product, device, renewal)
  }
  // Of two concurrent renewals one changes the row, and the other starts again with the row locked.
  const outcome = await renew(context.db, read.device ?? (await findDevice(context.db, presented.device)))
  return outcome ?? context.transact(async (db) => settled(await renew(db, await lockDevice(db, presented.device))))
}

/** Returns the outcome for a device that was locked before it was read, so that no one else can have changed it. */
function settled(outcome: LeaseResult | null): LeaseResult {
  if (outcome === null) throw new Error('a locked device has changed')
  return outcome
}

/**
 * Locks a request, and first the people whose devices its exchange changes: an approval locks in the same order. A
 * request approved in between is returned as it was before, so that its program asks again.
 */
async function lockWithOwners(db: LicenceTrx, codeHash: string): Promise<DeviceGrant | undefined> {
  const before = await findGrant(db, codeHash)
  if (!before) return undefined
  if (before.subscriber_id !== null) await lockOwnersOfKey(db, before.subscriber_id, before)
  const grant = await lockGrant(db, codeHash)
  return grant && grant.subscriber_id !== before.subscriber_id ? before : grant
}

/**
 * Gives an approved device its first lease. The request is consumed in any case. The program has proved its key, so
 * other people's devices with that key are signed out.
 */
async function signIn(
  db: LicenceTrx,
  context: LicenceContext,
  product: LicensedProduct,
  { code_hash: codeHash, device_id: deviceId }: DeviceGrant,
): Promise<LeaseResult> {
  const device = deviceId === null ? undefined : await lockDevice(db, deviceId)
  if (!device) return invalidGrant('The device is gone.')
  if (device.released_at) return { refusal: 'signed_out' }
  await changeGrant(db, codeHash, { state: 'used' })
  const outcome = settled(
    await issueLease(db, context, product, device, { seq: device.seq + 1, usedHash: null, usedProofs: [] }),
  )
  if ('lease' in outcome) await releaseFormer(db, context, device)
  return outcome
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
