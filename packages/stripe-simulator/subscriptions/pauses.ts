import { emit, type Transaction } from '../state/transaction.ts'
import type { Invoice, Subscription } from '../state/kinds.ts'
import { periodAround } from '../state/periods.ts'
import { itemOf, recurringOf, saveSubscription, withItem } from './subscriptions.ts'

/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status_details-paused-subscription-type */
type Reason = 'pause_requested' | 'first_payment_failure' | 'final_payment_failure'

/** Only an active subscription that charges automatically pauses. https://docs.stripe.com/billing/subscriptions/pause#limitations */
export function mayPause({ schedule, pause_collection: collection, collection_method: how }: Subscription): boolean {
  return schedule === null && collection === null && how === 'charge_automatically'
}

/**
 * From now on there are no periods and no invoices; open invoices are still collected. The item's period ends at the
 * time of the pause. https://docs.stripe.com/billing/subscriptions/pause
 */
export function pauseNow(tx: Transaction, subscription: Subscription, type: Reason): Subscription {
  const paused = saveSubscription(tx, subscription, {
    items: withItem(subscription, { current_period_end: tx.at }),
    status: 'paused',
    status_details: { paused: { type: 'subscription', subscription: { type }, transitioned_at: tx.at } },
  })
  emit(tx, 'customer.subscription.paused', paused)
  return paused
}

/** Makes a paused one active again, within the period given by its anchor. */
export function unpause(tx: Transaction, subscription: Subscription): Subscription {
  const { start, end } = periodAround(subscription.billing_cycle_anchor, recurringOf(itemOf(subscription).price), tx.at)
  const active = saveSubscription(tx, subscription, {
    items: withItem(subscription, { current_period_start: start, current_period_end: end }),
    status: 'active',
    status_details: undefined,
  })
  emit(tx, 'customer.subscription.resumed', active)
  return active
}

/**
 * Pauses according to the account's settings for failed payments: at the first failure of a renewal, or after the last
 * retry. https://docs.stripe.com/billing/revenue-recovery/smart-retries/pause-on-payment-failure
 */
export function pauseAfterFailure(
  tx: Transaction,
  subscription: Subscription,
  invoice: Invoice,
  last: boolean,
): boolean {
  const { afterRetries, pauseAtFirstFailure } = tx.settings
  if (!mayPause(subscription)) return false
  if (last && afterRetries === 'paused') {
    pauseNow(tx, subscription, 'final_payment_failure')
    return true
  }
  const first = invoice.billing_reason === 'subscription_cycle' && invoice.attempt_count === 1
  if (!first || !pauseAtFirstFailure) return false
  pauseNow(tx, subscription, 'first_payment_failure')
  return true
}

/** Whether it was paused because a payment failed. */
export function pausedByFailure({ status, status_details: details }: Subscription): boolean {
  const type = details?.paused.subscription.type
  return status === 'paused' && (type === 'first_payment_failure' || type === 'final_payment_failure')
}
