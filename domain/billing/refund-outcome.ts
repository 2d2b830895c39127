/** The effect of a refund on its subscription: it continues, ends now, or ends with its period. */
export const refundOutcomes = ['keep', 'end', 'end-of-period'] as const
export type RefundOutcome = (typeof refundOutcomes)[number]
