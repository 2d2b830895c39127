import type { PaymentState } from '../billing/billing-news.ts'
import { neverStarted } from './subscription.ts'
import type { PlanTerms, RefusalCode, Subscription } from './subscription.ts'

/**
 * Why an administrator cannot move a subscription to another plan now; null where they can. The provider credits what is
 * unused of a period by its price, so that only one that runs, renews and is paid can change, and none of whose payment is
 * or will be `refunded`: that money would be given twice. `payment` is how its payment stands; null where the provider knows
 * nothing of it.
 */
export function planChangeRefusal(
  subscription: Subscription,
  to: PlanTerms,
  payment: PaymentState | null,
  refunded: boolean,
): RefusalCode | null {
  const { plan, status, renewal, endDate, grantedUntil } = subscription
  if (plan.type === 'trial' || renewal === 'none') return 'CHANGE_NOT_PAID'
  if (status === 'pending') return 'NOT_CLEARED'
  if (status !== 'active' || neverStarted(subscription)) return 'NOT_RUNNING'
  if (to.type === 'trial' || to.name === plan.name) return 'CHANGE_NOT_OFFERED'
  if (to.product !== plan.product || to.currency !== plan.currency) return 'CHANGE_NOT_OFFERED'
  if (renewal !== 'on') return 'CHANGE_NOT_RENEWING'
  // Until then the provider charges nothing, and a change would have nothing to be counted from.
  if (grantedUntil && endDate && grantedUntil >= endDate) return 'CHANGE_EXTENDED'
  if (payment !== 'paid') return 'CHANGE_PAYMENT_OPEN'
  return refunded ? 'CHANGE_REFUNDED' : null
}
