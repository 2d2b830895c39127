/** The effect of a refund on its subscription: it continues, ends now, or ends with its period. */
export const refundOutcomes = ['keep', 'end', 'end-of-period'] as const
export type RefundOutcome = (typeof refundOutcomes)[number]

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
