/** Collects the facts of a decision from what is stored of a person's subscriptions and payments. */
import { paidPeriodOf, type PaymentRecord } from '../billing/payments/period-payments.ts'
import type { Billing, Others } from './commands.ts'
import { charging, isLive, neverStarted, type PlanTerms, type Subscription } from './subscription.ts'

/** The person's other subscriptions of the same product and type as `plan`. */
export function othersOf(all: readonly Subscription[], current: Subscription | null, plan: PlanTerms | null): Others {
  if (!plan) return { live: false, everOwned: false, stillCharged: [] }
  const others = all.filter(
    (one) => one.id !== current?.id && one.plan.product === plan.product && one.plan.type === plan.type,
  )
  const expired = others.filter((one) => one.status === 'expired' && charging(one) !== null && one.renewal !== 'ended')
  return {
    live: others.some(isLive),
    everOwned: others.length > 0,
    stillCharged: expired.map(({ id }) => id),
    subscribed: isSubscribed(all, plan.product),
  }
}

/** Whether one of a person's subscriptions of a product, not counting trials, is active or pending. */
export function isSubscribed(all: readonly Subscription[], product: string): boolean {
  return all.some((one) => one.plan.product === product && one.plan.type === 'subscription' && isLive(one))
}

/** Returns the payments that have bought nothing yet; none if the subscription started, or names the only one. */
export function unusedPayments(
  subscription: Subscription,
  records: readonly PaymentRecord[],
): Pick<Billing, 'payments'> {
  if (!neverStarted(subscription) || subscription.payment === null) return {}
  const paid = paidPeriodOf(records, subscription.payment)?.payments ?? []
  if (!paid.some(({ payment }) => payment === subscription.payment)) return {}
  return { payments: paid.flatMap(({ payment, amount, returned }) => (payment && returned < amount ? [payment] : [])) }
}
