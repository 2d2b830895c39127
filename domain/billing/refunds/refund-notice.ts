import type { Subscription } from '../../subscription/subscription.ts'
import type { BillingPayment, BillingRefund } from '../billing-snapshot.ts'

/**
 * Milliseconds after which a newly found refund is not emailed, for example when a payment is read for the first time.
 */
const longestAgo = 7 * 24 * 3_600_000

export type RefundToTell = { payment: BillingPayment; refund: BillingRefund }

/** The refunds to report to a customer, from the shop or the provider; the caller reports each once. Failed refunds are excluded. */
export function refundsToTell(payments: readonly BillingPayment[], now: Date): RefundToTell[] {
  return payments.flatMap((payment) =>
    payment.refunds
      .filter(({ status, at }) => status !== 'failed' && now.getTime() - at.getTime() <= longestAgo)
      .map((refund) => ({ payment, refund })),
  )
}

/** Returns the access that a person has after a refund; null if there is nothing to state, as before its first day. */
export function accessAfter({ status, renewal, endDate }: Pick<Subscription, 'status' | 'renewal' | 'endDate'>) {
  if (status === 'expired' || status === 'cancelled') return { kind: 'ended' as const }
  if (status !== 'active' || !endDate) return null
  return renewal === 'on' ? { kind: 'goes-on' as const } : { kind: 'until' as const, endDate }
}
