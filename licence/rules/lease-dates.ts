import { endOfAccess, outlastsEndDate, type BilledSubscription } from '../../domain/subscription/payments/grace.ts'

const day = 86_400
/** How far a lease is valid backwards, in seconds, for computers whose clock is behind. */
const leeway = 300
/** How long a lease lasts while a payment is awaited: until the next renewal, and a day longer for one that is late. */
const awaitedLifetime = 2 * day

/** Times are in seconds since 1970. */
export type LeaseDates = { iat: number; nbf: number; renew: number; exp: number }

/** Returns from when and until when a lease is valid, and when to request the next; null if access is over already. */
export function leaseDates(subscription: BilledSubscription, days: number, now: Date): LeaseDates | null {
  const iat = Math.floor(now.getTime() / 1000)
  const end = Math.floor(endOfAccess(subscription).getTime() / 1000)
  const until = end <= iat && outlastsEndDate(subscription) ? iat + awaitedLifetime : end
  const exp = Math.min(iat + days * day, until)
  return exp > iat ? { iat, nbf: iat - leeway, renew: Math.min(iat + day, exp), exp } : null
}
