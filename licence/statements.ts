import { createHash, randomUUID } from 'node:crypto'
import { CompactSign } from 'jose'
import { expectsRenewal, type BilledSubscription } from '../domain/subscription/payments/grace.ts'
import type { Holder, LicenceContext, LicensedProduct } from './context.ts'
import type { LeaseDates } from './rules/lease-dates.ts'
import { isoDay } from '../domain/calendar.ts'

export type RefusalReason = 'ended' | 'held' | 'signed_out' | 'unknown_device' | 'copied'

/** The holder and device of a lease. `seq` counts the device's renewals. */
export type LeaseFor = {
  product: LicensedProduct
  subscriberId: string
  device: { id: string; jkt: string; seq: number }
  holder: Holder
  subscription: BilledSubscription
  dates: LeaseDates
}

/** Returns a signed lease: the statement that a device may run a product until `exp`. */
export async function signLease(context: LicenceContext, lease: LeaseFor): Promise<string> {
  const { product, subscriberId, device, holder, subscription, dates } = lease
  const { plan, id, endDate } = subscription
  const { keys } = await context.keyring.published(product.terms.algorithm)
  return signed(context, product, 'licence+jwt', {
    base: context.publicUrl,
    aud: product.key,
    sub: subjectOf(subscriberId),
    jti: randomUUID(),
    ...dates,
    dev: device.id,
    seq: device.seq,
    cnf: { jkt: device.jkt },
    lic: {
      id,
      plan: plan.name,
      type: plan.type,
      until: endDate ? isoDay(endDate) : undefined,
      renews: expectsRenewal(subscription),
    },
    ent: context.featuresOf(plan),
    // A proxy could add keys to a response, so the signed lease names the shop's keys.
    keys: keys.map(({ kid }) => kid),
    ...(product.terms.showHolder ? { to: `${holder.name}, ${holder.company}` } : {}),
  })
}

/** Returns a signed refusal, the only response that ends a lease early. `proof` is the request's proof. */
export function signRefusal(
  context: LicenceContext,
  product: LicensedProduct,
  proof: { jkt: string; jti: string },
  reason: RefusalReason,
  until?: Date,
): Promise<string> {
  return signed(context, product, 'licence-refusal+jwt', {
    aud: product.key,
    iat: Math.floor(context.now().getTime() / 1000),
    jkt: proof.jkt,
    req: proof.jti,
    reason,
    ...(until ? { until: isoDay(until) } : {}),
    url: `${context.publicUrl}/account`,
  })
}

async function signed(
  context: LicenceContext,
  { terms }: LicensedProduct,
  typ: string,
  claims: Record<string, unknown>,
): Promise<string> {
  const { kid, key, issuer } = await context.keyring.current(terms.algorithm)
  const payload = { v: 1, iss: issuer, ...claims, ...(context.isSandbox ? { sandbox: true } : {}) }
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: terms.algorithm, typ, kid })
    .sign(key)
}

/** Returns an identifier of a person that the shop shows nowhere else. */
function subjectOf(subscriberId: string): string {
  return `sub_${createHash('sha256').update(`licence ${subscriberId}`).digest('base64url').slice(0, 22)}`
}
