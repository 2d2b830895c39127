import { isLive, type SubscriptionStatus } from '../../subscription/subscription.ts'

/** The effect of a refund on its subscription: it continues, ends now, or ends with its period. */
export const refundOutcomes = ['keep', 'end', 'end-of-period'] as const
export type RefundOutcome = (typeof refundOutcomes)[number]

/** Returns the possible effects of a refund on a subscription; none if it has ended already. */
export function outcomesFor(subscription: {
  status: SubscriptionStatus
  startDate: unknown
  renews: boolean
}): RefundOutcome[] {
  if (!isLive(subscription)) return []
  // One that has not started has no period to end with.
  const hasPeriod = subscription.startDate !== null
  return subscription.renews && hasPeriod ? ['keep', 'end', 'end-of-period'] : ['keep', 'end']
}

/** Returns why nothing of a payment can be refunded; null if something can. `left` is what was not returned of it. */
export function refundRefusal({
  left,
  disputed,
}: {
  left: number
  disputed: boolean
}): 'REFUND_DISPUTED' | 'REFUND_NOTHING_PAID' | null {
  if (disputed) return 'REFUND_DISPUTED'
  return left > 0 ? null : 'REFUND_NOTHING_PAID'
}
