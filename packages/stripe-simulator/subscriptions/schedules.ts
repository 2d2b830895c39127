import { emit, newId, find, type Transaction } from '../state/transaction.ts'
import type { Price, Schedule, Subscription } from '../state/kinds.ts'
import { periodAfter } from '../state/periods.ts'
import { invalid } from '../api/refusal.ts'
import { itemOf, recurringOf, saveSubscription } from './subscriptions.ts'

/**
 * Creates the schedule of a change of plan that the portal postpones: the present plan until the period ends, then the
 * other one, after which the subscription continues without a schedule.
 * https://docs.stripe.com/changelog/acacia/2024-10-28/customer-portal-schedule-downgrades
 */
export function scheduleSwitch(tx: Transaction, subscription: Subscription, price: Price): Schedule {
  const item = itemOf(subscription)
  const turns = item.current_period_end
  const schedule: Schedule = {
    id: newId('sub_sched_1', 23),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
    canceled_at: null,
    completed_at: null,
    created: tx.at,
    current_phase: { start_date: item.current_period_start, end_date: turns },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: subscription.automatic_tax.enabled, liability: null },
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: subscription.collection_method,
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [
      phase(subscription, item.price, item.current_period_start, turns),
      phase(subscription, price, turns, periodAfter(turns, recurringOf(price), turns)),
    ],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  }
  tx.put('schedule', schedule)
  emit(tx, 'subscription_schedule.created', schedule)
  saveSubscription(tx, subscription, { schedule: schedule.id })
  return schedule
}

function phase(subscription: Subscription, price: Price, start: number, end: number): Schedule['phases'][number] {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: subscription.automatic_tax.enabled, liability: null },
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: subscription.currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items: [{ discounts: [], metadata: {}, price: price.id, quantity: itemOf(subscription).quantity, tax_rates: [] }],
    metadata: {},
    on_behalf_of: null,
    proration_behavior: 'none',
    start_date: start,
    transfer_data: null,
    trial_end: null,
  }
}

/** Returns the schedule that manages a subscription now. */
export function scheduleOf(tx: Transaction, subscription: Subscription): Schedule | undefined {
  return subscription.schedule === null ? undefined : tx.get('schedule', subscription.schedule)
}

/** Returns the price that the schedule applies now, if any; after the last phase it is released. */
export function turnSchedule(tx: Transaction, subscription: Subscription): Price | undefined {
  const schedule = scheduleOf(tx, subscription)
  const next = schedule?.phases.find(({ start_date: start, end_date: end }) => start <= tx.at && tx.at < end)
  if (!schedule) return undefined
  if (!next) {
    letGo(tx, schedule)
    return undefined
  }
  const turned = { ...schedule, current_phase: { start_date: next.start_date, end_date: next.end_date } }
  tx.put('schedule', turned)
  emit(tx, 'subscription_schedule.updated', turned, schedule)
  return next.items[0] && find(tx, 'price', next.items[0].price)
}

/** POST /v1/subscription_schedules/:id/release: the subscription continues as it is, without future changes. */
export function releaseSchedule(tx: Transaction, id: string): Schedule {
  const schedule = find(tx, 'schedule', id)
  if (schedule.status !== 'active' && schedule.status !== 'not_started')
    throw invalid(
      `You cannot release a subscription schedule that is in the \`${schedule.status}\` status. It must be in the \`not_started\` or \`active\` status.`,
    )
  return letGo(tx, schedule)
}

function letGo(tx: Transaction, schedule: Schedule): Schedule {
  const released: Schedule = {
    ...schedule,
    current_phase: null,
    released_at: tx.at,
    released_subscription: schedule.subscription,
    status: 'released',
    subscription: null,
  }
  tx.put('schedule', released)
  emit(tx, 'subscription_schedule.released', released)
  const subscription = schedule.subscription ? tx.get('subscription', schedule.subscription) : undefined
  if (subscription) saveSubscription(tx, subscription, { schedule: null })
  return released
}

/** Refuses as Stripe does while a schedule manages the subscription. */
export function refuseManaged(subscription: Subscription): void {
  if (subscription.schedule === null) return
  throw invalid(
    `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
  )
}
