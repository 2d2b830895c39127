import type { LicenceTerms } from '../../domain/catalogue/licence-terms.ts'

const day = 86_400_000
/** Within how many days approvals are counted, and after how many without a sign of life a device counts no more. */
export const placeDays = { swaps: 30, unseen: 60 } as const

/** A device of a person and product, the one that asks left out. */
export type OtherDevice = { approvedAt: Date; seenAt: Date; leaseUntil: Date | null; releasedAt: Date | null }

/** Whether a person may add a device now, or which limit is reached. */
export type Place = 'free' | 'devices' | 'swaps'

/** A device with a licence file takes up a place until the file ends, because its program does not contact the server again. */
export function isSignedIn({ seenAt, leaseUntil, releasedAt }: OtherDevice, now: Date): boolean {
  const isSeen = now.getTime() - seenAt.getTime() < placeDays.unseen * day
  return releasedAt === null && (isSeen || (leaseUntil !== null && leaseUntil > now))
}

export function placeFor(
  others: readonly OtherDevice[],
  { devices, swaps }: Pick<LicenceTerms, 'devices' | 'swaps'>,
  now: Date,
): Place {
  const recent = others.filter(({ approvedAt }) => now.getTime() - approvedAt.getTime() < placeDays.swaps * day)
  if (recent.length >= swaps) return 'swaps'
  return others.filter((one) => isSignedIn(one, now)).length < devices ? 'free' : 'devices'
}
