import type { LicenceTerms } from '../../domain/catalogue/licence-terms.ts'
import { dayMs } from '../../domain/calendar.ts'

/** The number of days for which additions count, and after which a device that was not seen no longer counts. */
export const placeDays = { swaps: 30, unseen: 60 } as const

/** A device of a person and product, except the requesting one. */
export type OtherDevice = { approvedAt: Date; seenAt: Date; leaseUntil: Date | null; releasedAt: Date | null }

/** Whether a person can add a device now, or which limit is reached. */
export type DeviceAllowance = 'free' | 'devices' | 'swaps'

/** A device with a licence file takes up a place until the file ends, because its program does not contact the server again. */
export function isSignedIn({ seenAt, leaseUntil, releasedAt }: OtherDevice, now: Date): boolean {
  const isSeen = now.getTime() - seenAt.getTime() < placeDays.unseen * dayMs
  return releasedAt === null && (isSeen || (leaseUntil !== null && leaseUntil > now))
}

export function placeFor(
  others: readonly OtherDevice[],
  { devices, swaps }: Pick<LicenceTerms, 'devices' | 'swaps'>,
  now: Date,
): DeviceAllowance {
  const recent = others.filter(({ approvedAt }) => now.getTime() - approvedAt.getTime() < placeDays.swaps * dayMs)
  if (recent.length >= swaps) return 'swaps'
  return others.filter((one) => isSignedIn(one, now)).length < devices ? 'free' : 'devices'
}
