/** What becomes of a subscription after a refund: it goes on, it ends now, or it ends with its period. */
export const refundOutcomes = ['keep', 'end', 'end-of-period'] as const
export type RefundOutcome = (typeof refundOutcomes)[number]
