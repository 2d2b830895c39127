import { tokenHash } from '../../platform/crypto/secrets.ts'
import type { Entitlement } from '../../domain/subscription/entitlement.ts'
import type { LicenceContext, LicensedProduct } from '../context.ts'
import type { Device, LicenceDb } from '../database/tables.ts'
import type { Proof } from '../dpop.ts'
import { OAuthError } from '../oauth-error.ts'
import { leaseDates } from '../rules/lease-dates.ts'
import type { TokenRenewal } from '../rules/refresh-token.ts'
import { saveRenewal } from '../store/devices.ts'
import { signLease, signRefusal, type LeaseFor, type RefusalReason } from '../statements.ts'
import { accessTokenLifetime, newAccessToken, newRefreshToken } from '../tokens.ts'

/** The result of a token request. It is signed after the commit. */
export type LeaseResult =
  | { lease: LeaseFor; refreshToken: string }
  | { refusal: RefusalReason; until?: Date }
  | { error: OAuthError }

/**
 * Gives a device its next lease and refresh token, or a refusal. Returns null, and changes nothing, if the device has
 * changed since it was read: a renewal that did not lock it then starts again.
 */
export async function issueLease(
  db: LicenceDb,
  context: LicenceContext,
  product: LicensedProduct,
  device: Device,
  next: Exclude<TokenRenewal, string>,
): Promise<LeaseResult | null> {
  const now = context.now()
  const found = await context.entitlementOf(db, device.subscriber_id, product.key)
  const subscription = found && 'subscription' in found.entitlement ? found.entitlement.subscription : null
  const dates = subscription && leaseDates(subscription, product.terms.offlineDays, now)
  if (!found || !subscription || !dates) {
    // The token stays valid: the next renewal after a payment or an approval succeeds with it.
    const isSaved = await saveRenewal(db, device, { seen_at: now })
    return isSaved ? refusalFor(found?.entitlement) : null
  }
  const refreshToken = newRefreshToken(context, device.id, next.seq)
  const isSaved = await saveRenewal(db, device, {
    seq: next.seq,
    used_hash: next.usedHash,
    issued_hash: tokenHash(refreshToken),
    used_proofs: next.usedProofs,
    lease_until: new Date(dates.exp * 1000),
    seen_at: now,
  })
  if (!isSaved) return null
  const { id, jkt, subscriber_id: subscriberId } = device
  return {
    lease: { product, subscriberId, device: { id, jkt, seq: next.seq }, holder: found.holder, subscription, dates },
    refreshToken,
  }
}

function refusalFor(entitlement: Entitlement | undefined): { refusal: RefusalReason; until?: Date } {
  if (!entitlement || 'subscription' in entitlement) return { refusal: 'ended' }
  if (entitlement.missing === 'on-hold') return { refusal: 'held' }
  return { refusal: 'ended', ...(entitlement.lastDay ? { until: entitlement.lastDay } : {}) }
}

/** Returns the body of a token response, or throws the error for the program. */
export async function answer(
  context: LicenceContext,
  product: LicensedProduct,
  proof: Proof,
  outcome: LeaseResult,
): Promise<Record<string, unknown>> {
  if ('error' in outcome) throw outcome.error
  if ('refusal' in outcome) {
    const { refusal, until } = outcome
    const statement = await signRefusal(context, product, proof, refusal, until)
    throw new OAuthError('invalid_grant', descriptions[refusal], 400, { licence_refusal: statement })
  }
  const { lease, refreshToken } = outcome
  return {
    access_token: newAccessToken(context, lease.device.id),
    token_type: 'DPoP',
    expires_in: accessTokenLifetime,
    refresh_token: refreshToken,
    scope: 'licence',
    licence: await signLease(context, lease),
    licence_renew_in: lease.dates.renew - lease.dates.iat,
    licence_keys: await context.keyring.published(product.terms.algorithm),
  }
}

/** For the log of a program, which has its own texts for people. */
const descriptions: Record<RefusalReason, string> = {
  ended: 'The subscription has ended.',
  held: 'The licence is not available at the moment.',
  signed_out: 'This device was signed out.',
  unknown_device: 'This device is unknown.',
  copied: 'This refresh token was replaced: another copy of the program has used it.',
}
