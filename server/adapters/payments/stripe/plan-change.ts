import { Stripe } from 'stripe'
import type { ChangeOfPlan, PlanChangeOutcome, PlanChangePreview } from '../port.ts'
import type { RecurringPeriod } from '../../../../domain/catalogue/interval.ts'
import { billingFault } from './faults.ts'
import { taxOf } from './invoices.ts'

type PriceChange = Omit<ChangeOfPlan, 'to'> & { price: string; period: RecurringPeriod }

/**
 * In ms. Stripe responds after the bank; its own package waits 80 s (github.com/stripe/stripe-node, `timeout`).
 * With the reads before and after, the request ends within the 60 s of common proxies (docs/how-to/reverse-proxy.md).
 */
const chargeTimeout = 45_000

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/**
 * Returns what a change of plan would charge immediately. Stripe counts the unused part of the period from `at`, in the
 * preview and in the change: docs.stripe.com/billing/subscriptions/prorations. Null if the subscription cannot be
 * changed this way: it has another price, is in a trial, is billed by invoice, has a schedule, or its renewal was
 * stopped at Stripe.
 */
export async function previewPlanChange(stripe: Stripe, wanted: PriceChange): Promise<PlanChangePreview | null> {
  const item = await changeableItem(stripe, wanted)
  if (!item) return null
  const preview = await stripe.invoices.createPreview({
    subscription: wanted.subscription,
    subscription_details: {
      items: [{ id: item.id, price: wanted.price }],
      ...anchorOf(item, wanted.period),
      proration_behavior: 'always_invoice',
      proration_date: seconds(wanted.at),
    },
  })
  const { lines, total, amount_due: dueNow, currency, total_discount_amounts: discounts } = preview
  const charged = lines.data.filter(({ amount }) => amount > 0)
  // A negative balance is the customer's credit, a positive one their debt: docs.stripe.com/billing/customer/balance.
  // Credit pays a positive total first. An amount below Stripe's minimum is owed with the next invoice.
  const { starting_balance: balance } = preview
  const owed = Math.max(0, balance)
  const creditUsed = Math.min(Math.max(0, total), Math.max(0, -balance))
  return {
    currency,
    unused: -sum(lines.data.filter(({ amount }) => amount < 0)),
    charge: sum(charged),
    discount: sum(discounts ?? []),
    tax: taxOf(preview),
    creditUsed,
    owed,
    creditLeft: Math.max(0, -total - owed),
    deferred: Math.max(0, total + owed - creditUsed - dueNow),
    dueNow,
    periodEnd: new Date(Math.max(...charged.map(({ period }) => period.end), seconds(wanted.at)) * 1000),
  }
}

/**
 * Changes the plan and charges for it, or changes nothing if the payment fails:
 * docs.stripe.com/api/subscriptions/update, `payment_behavior` `error_if_incomplete`. Rejects if the result is unknown.
 */
export async function changePlan(stripe: Stripe, wanted: PriceChange): Promise<PlanChangeOutcome> {
  const item = await changeableItem(stripe, wanted)
  if (!item) return { made: false, declined: false, sentence: 'The subscription cannot be changed as it is now.' }
  try {
    const change: Stripe.SubscriptionUpdateParams = {
      items: [{ id: item.id, price: wanted.price }],
      ...anchorOf(item, wanted.period),
      proration_behavior: 'always_invoice',
      proration_date: seconds(wanted.at),
      payment_behavior: 'error_if_incomplete',
    }
    await stripe.subscriptions.update(wanted.subscription, change, { timeout: chargeTimeout })
    return { made: true }
  } catch (error) {
    const { sentence } = billingFault(error)
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 402)
      return { made: false, declined: true, sentence }
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return { made: false, declined: false, sentence }
    throw error
  }
}

/**
 * Another interval begins a new period now, which is charged whole. Without this, Stripe keeps the old anniversary in
 * flexible billing mode: a year would end, and be charged again, on the day on which the month would have ended
 * (docs.stripe.com/billing/subscriptions/billing-mode/compare, "Reset the billing cycle anchor").
 */
function anchorOf({ price }: Stripe.SubscriptionItem, { recurringInterval, recurringIntervalCount }: RecurringPeriod) {
  const { interval, interval_count: count } = price.recurring ?? {}
  const isSame = interval === recurringInterval && count === recurringIntervalCount
  return isSame ? {} : { billing_cycle_anchor: { type: 'now' } as const }
}

async function changeableItem(
  stripe: Stripe,
  { subscription, from, price }: PriceChange,
): Promise<Stripe.SubscriptionItem | null> {
  const found = await stripe.subscriptions.retrieve(subscription)
  const [item, ...more] = found.items.data
  if (!item || more.length > 0 || item.price.id === price || (from ?? item.price.id) !== item.price.id) return null
  const renews = !found.cancel_at_period_end && found.cancel_at === null
  const charges = renews && found.status === 'active' && found.collection_method === 'charge_automatically'
  return charges && found.schedule === null && found.pause_collection === null ? item : null
}

function sum(amounts: readonly { amount: number }[]): number {
  return amounts.reduce((total, { amount }) => total + amount, 0)
}
