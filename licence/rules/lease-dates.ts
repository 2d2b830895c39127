import { endOfAccess, type DisputableSubscription } from '../../domain/subscription/payments/grace.ts'

const day = 86_400
/** How far a lease is valid backwards, in seconds, for computers whose clock is behind. */
const leeway = 300

/** Times are in seconds since 1970. */
export type LeaseDates = { iat: number; nbf: number; renew: number; exp: number }

/** Returns from when and until when a lease is valid, and when to request the next; null if access is over already. */
export function leaseDates(subscription: DisputableSubscription, days: number, now: Date): LeaseDates | null {
  const iat = Math.floor(now.getTime() / 1000)
  const exp = Math.min(iat + days * day, Math.floor(endOfAccess(subscription).getTime() / 1000))
  return exp > iat ? { iat, nbf: iat - leeway, renew: Math.min(iat + day, exp), exp } : null
}
