import { emit, find, newId, type Transaction } from '../state/transaction.ts'
import type { LineItem, Order, Price, Schedule, Subscription, SubscriptionItem } from '../state/kinds.ts'
import { listOf } from '../api/lists.ts'
import { periodAt } from '../state/periods.ts'

/** Returns the only item: the simulator sells one thing per subscription. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error(`${subscription.id} has no item`)
  return item
}

export function isEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

export function recurringOf(price: Price): NonNullable<Price['recurring']> {
  if (!price.recurring) throw new Error(`${price.id} is not recurring`)
  return price.recurring
}

/** Applies the changes to the current row, because a discount may have been used up since. */
export function saveSubscription(tx: Transaction, { id }: Subscription, changes: Partial<Subscription>): Subscription {
  const before = find(tx, 'subscription', id)
  const subscription = { ...before, ...changes }
  tx.put('subscription', subscription)
  emit(tx, 'customer.subscription.updated', subscription, before)
  return subscription
}

/** The items with another price or period. */
export function withItem(subscription: Subscription, changes: Partial<SubscriptionItem>): Subscription['items'] {
  const item = { ...itemOf(subscription), ...changes }
  return { ...subscription.items, data: [{ ...item, plan: planOf(item.price) }] }
}

/** The schedule ends with its subscription. */
function cancelSchedule(tx: Transaction, { schedule: id }: Subscription): void {
  const schedule = id === null ? undefined : tx.get('schedule', id)
  if (!schedule) return
  const canceled: Schedule = { ...schedule, canceled_at: tx.at, current_phase: null, status: 'canceled' }
  tx.put('schedule', canceled)
  emit(tx, 'subscription_schedule.canceled', canceled)
}

/**
 * Ends it now; open invoices can be paid by hand, but are not retried. https://docs.stripe.com/api/subscriptions/cancel
 * An ended one states whether it ended with its period as requested, not that it was set to.
 * https://docs.stripe.com/api/subscriptions/object#subscription_object-cancel_at_period_end
 */
export function endSubscription(
  tx: Transaction,
  before: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Subscription {
  cancelSchedule(tx, before)
  const subscription: Subscription = {
    ...before,
    ...(before.cancel_at !== null && before.cancel_at > tx.at && { cancel_at: null, cancel_at_period_end: false }),
    canceled_at: before.canceled_at ?? tx.at,
    cancellation_details: {
      comment: before.cancellation_details?.comment ?? null,
      feedback: before.cancellation_details?.feedback ?? null,
      feedback_option: null,
      reason,
    },
    ended_at: tx.at,
    pause_collection: null,
    schedule: null,
    status: 'canceled',
    status_details: undefined,
  }
  tx.put('subscription', subscription)
  tx.remove('pending', before.id)
  for (const invoice of tx.all('invoice'))
    if (invoice.parent.subscription_details.subscription === before.id && invoice.status === 'open')
      tx.put('invoice', { ...invoice, auto_advance: false, next_payment_attempt: null })
  emit(tx, 'customer.subscription.deleted', subscription)
  return subscription
}

/** A subscription before its first payment. */
export function newSubscription(
  tx: Transaction,
  {
    order,
    line,
    customer,
    method,
    automaticTax,
  }: {
    order: Order
    line: LineItem
    customer: string
    method: string
    automaticTax: boolean
  },
): Subscription {
  const id = newId('sub_1', 23)
  const trialEnd = order.trialDays > 0 ? tx.at + order.trialDays * 86_400 : null
  const anchor = trialEnd ?? tx.at
  const item: SubscriptionItem = {
    id: newId('si_', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: tx.at,
    current_period_end: trialEnd ?? periodAt(anchor, recurringOf(line.price), 1),
    current_period_start: tx.at,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(line.price),
    price: line.price,
    quantity: line.quantity,
    subscription: id,
    tax_rates: [],
  }
  const subscription: Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: {
      disabled_reason: null,
      enabled: automaticTax,
      liability: automaticTax ? { type: 'self' } : null,
    },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: tx.at,
    currency: line.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: method,
    default_source: null,
    default_tax_rates: [],
    description: order.description,
    discounts: [] as string[],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: order.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: tx.at,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: trialEnd === null ? null : tx.at,
  }
  tx.put('subscription', subscription)
  emit(tx, 'customer.subscription.created', subscription)
  return subscription
}

function planOf(price: Price): SubscriptionItem['plan'] {
  const recurring = recurringOf(price)
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: recurring.interval,
    interval_count: recurring.interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}
