import type { PaymentState } from '../billing/payments/payment-state.ts'
import { neverStarted } from './subscription.ts'
import type { PlanTerms, RefusalCode, Subscription } from './subscription.ts'

/**
 * Returns why an administrator cannot move a subscription to another plan now; null if they can. The provider credits
 * the unused part of a period by its price, so only an active, renewing and paid subscription can change, and none with
 * a payment that is or will be `refunded`: that money would be returned twice. `payment` is its payment state; null if
 * the provider does not have the subscription.
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
  // Until then the provider charges nothing, so a change would have no basis.
  if (grantedUntil && endDate && grantedUntil >= endDate) return 'CHANGE_EXTENDED'
  if (payment !== 'paid') return 'CHANGE_PAYMENT_OPEN'
  return refunded ? 'CHANGE_REFUNDED' : null
}
