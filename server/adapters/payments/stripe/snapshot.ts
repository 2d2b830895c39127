import { Stripe } from 'stripe'
import type {
  BillingInvoice,
  BillingSnapshot,
  Period,
  PriceTerms,
} from '../../../../domain/billing/billing-snapshot.ts'
import { intervals } from '../../../../domain/catalogue/interval.ts'
import { itemPrice, readInvoice } from './invoices.ts'
import { readPayment } from './payments.ts'
import { idOf, moment, periodBetween } from './values.ts'

/** Returns the name of the plan to which a price belongs; null if there is none. */
type PlanOf = (price: Stripe.Price) => string | null

/** Reads a subscription with its invoices and the payments that rules need, from Stripe's own objects. */
export async function readSnapshot(
  stripe: Stripe,
  id: string,
  planOf: PlanOf,
  { named, automaticTax }: { named: readonly string[]; automaticTax: boolean },
): Promise<BillingSnapshot> {
  let subscription = await stripe.subscriptions.retrieve(id)
  const invoices: BillingInvoice[] = []
  for await (const invoice of stripe.invoices.list({ subscription: id, limit: 100, expand: ['data.payments'] })) {
    invoices.push(await readInvoice(stripe, invoice, subscription.collection_method === 'send_invoice'))
  }
  // Its period changed between the two responses, which would not match.
  const end = planItem(subscription)?.current_period_end ?? Infinity
  if (invoices.some(({ period }) => period && period.start.getTime() >= end * 1000)) {
    subscription = await stripe.subscriptions.retrieve(id)
  }
  const item = planItem(subscription)
  if (!item) throw new Error(`Stripe’s subscription ${id} has no item`)
  invoices.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  const payments = await Promise.all(
    paymentsToAskFor(invoices, item.current_period_start, named).map((payment) =>
      readPayment(stripe, payment, named.includes(payment)),
    ),
  )
  const snapshot: BillingSnapshot = {
    id,
    customer: idOf(subscription.customer),
    order: subscription.metadata['order'] ?? null,
    status: subscription.status as BillingSnapshot['status'],
    charging: chargingOf(subscription),
    pausedByFailure: pausedByFailure(subscription),
    price: item.price.id,
    plan: planOf(item.price),
    priced: pricedAs(item.price),
    quantity: item.quantity ?? null,
    taxStopped: automaticTax ? taxStopped(subscription) : null,
    otherItems: subscription.items.data.length - 1,
    period: billedPeriod(subscription, periodBetween(item.current_period_start, item.current_period_end), invoices),
    endedAt: subscription.ended_at ? moment(subscription.ended_at) : null,
    invoices,
    payments,
  }
  return { ...snapshot, next: await readNext(stripe, snapshot, item.price.currency, planOf) }
}

/**
 * Without a recognised location of the customer, Stripe finalises the invoice of a renewal without tax, and turns tax
 * off for the subscription: docs.stripe.com/tax/customer-locations. API versions before 2024-12-18 have no reason.
 */
function taxStopped({ automatic_tax: tax }: { automatic_tax?: Partial<Stripe.Subscription.AutomaticTax> }) {
  return (tax?.enabled === false && tax.disabled_reason) || null
}

/** The amount of a price; null if it is not one amount for weeks, months or years. */
function pricedAs({ unit_amount: priceMinor, currency, recurring }: Stripe.Price): PriceTerms | null {
  const recurringInterval = intervals.find((one) => one === recurring?.interval)
  if (priceMinor === null || !recurring || !recurringInterval) return null
  return { priceMinor, currency, recurringInterval, recurringIntervalCount: recurring.interval_count }
}

/**
 * In flexible billing mode the portal cancels by `cancel_at` and leaves the flag alone:
 * docs.stripe.com/billing/subscriptions/billing-mode/compare.
 */
function chargingOf(subscription: Stripe.Subscription): BillingSnapshot['charging'] {
  if (endsWithPeriod(subscription)) return 'off'
  if (subscription.status === 'paused') return chargingWhilePaused[pauseOf(subscription)] ?? 'paused'
  return subscription.pause_collection ? 'paused' : 'on'
}

/**
 * Only a requested pause is a stop; others are Stripe's own, without a request of the customer:
 * docs.stripe.com/api/subscriptions/object, `status_details.paused.subscription.type`.
 */
const chargingWhilePaused: Record<string, BillingSnapshot['charging']> = {
  pause_requested: 'off',
  first_payment_failure: 'paused',
  final_payment_failure: 'paused',
  trial_end_without_payment_method: 'paused',
  system: 'paused',
}

/** Returns why a subscription is paused. API versions without the reason had no pause after a failed payment. */
function pauseOf({ status_details: details }: { status_details?: Partial<Stripe.Subscription.StatusDetails> }): string {
  return details?.paused?.subscription.type ?? 'pause_requested'
}

/**
 * Whether the account paused the subscription after a failed payment, whose invoice stays payable:
 * docs.stripe.com/billing/revenue-recovery/smart-retries/pause-on-payment-failure.
 */
function pausedByFailure(subscription: Stripe.Subscription): boolean {
  const why = pauseOf(subscription)
  return subscription.status === 'paused' && (why === 'first_payment_failure' || why === 'final_payment_failure')
}

/**
 * A pause ends the item's period at its own time (docs.stripe.com/billing/subscriptions/pause). The billed period,
 * which may be paid, continues.
 */
function billedPeriod(
  { status }: Stripe.Subscription,
  period: Period,
  invoices: readonly BillingInvoice[],
): BillingSnapshot['period'] {
  const billed = invoices.find(
    (invoice) => invoice.period && invoice.period.start <= period.start && invoice.period.end > period.end,
  )
  return (status === 'paused' && billed?.period) || period
}

/** The oldest item is that of the plan: a change of plan keeps it, and others can only be added later. */
function planItem({ items }: Stripe.Subscription): Stripe.SubscriptionItem | undefined {
  return items.data.toSorted((one, other) => one.created - other.created)[0]
}

/** Whether it ends with the current period. A vendor can also set a later date, until which it renews. */
export function endsWithPeriod(subscription: Stripe.Subscription): boolean {
  const { cancel_at_period_end: flag, cancel_at: cancelAt } = subscription
  const periodEnd = planItem(subscription)?.current_period_end ?? Infinity
  return flag || (cancelAt !== null && cancelAt <= periodEnd)
}

/**
 * Returns the payments of the latest paid period, of the current one and of one that a credited plan change cut short;
 * the open one, and the named ones.
 */
function paymentsToAskFor(invoices: readonly BillingInvoice[], start: number, named: readonly string[]): string[] {
  const paid = invoices.filter(({ status, payment }) => status === 'paid' && payment !== null)
  const end = paid[0]?.period?.end.getTime()
  const current = paid.filter(
    ({ period }, index) => index === 0 || (period && (period.end.getTime() === end || period.end > moment(start))),
  )
  const open = invoices.find(({ status, payment }) => status === 'open' && payment !== null)
  const wanted = [...current.map(({ payment }) => payment), open?.payment, ...named]
  return [...new Set(wanted.filter((id): id is string => id?.startsWith('pi_') ?? false))]
}

/**
 * Returns the next invoice that Stripe would create, without an amount if Stripe cannot state it; null if there is
 * none.
 */
async function readNext(
  stripe: Stripe,
  snapshot: BillingSnapshot,
  currency: string,
  planOf: PlanOf,
): Promise<BillingSnapshot['next']> {
  const { id, charging, status, period, endedAt } = snapshot
  const renews = status === 'active' || status === 'trialing' || status === 'past_due'
  if (endedAt || charging !== 'on' || !renews) return null
  try {
    const preview = await stripe.invoices.createPreview({ subscription: id })
    const { amount_due: amount, total, total_discount_amounts: discounts } = preview
    const discount = (discounts ?? []).reduce((sum, one) => sum + one.amount, 0)
    // The customer's balance pays a positive total first: docs.stripe.com/billing/customer/balance.
    const credit = Math.max(0, total - amount)
    // Another item, which gives no access, has a price of its own.
    const price = snapshot.otherItems ? null : itemPrice(preview.lines.data)
    const plan = price === null || price === snapshot.price ? snapshot.plan : await planLater(stripe, price, planOf)
    const other = plan === snapshot.plan ? {} : { otherPlan: plan }
    return { at: period.end, amount, discount, credit, currency: preview.currency, ...other }
  } catch (error) {
    // The amount of a future charge is only shown, so the subscription is read without it.
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    return { at: period.end, amount: null, discount: null, credit: null, currency }
  }
}

/**
 * Returns the plan of the price that a schedule has for the next period; null if Stripe does not state it:
 * docs.stripe.com/billing/subscriptions/subscription-schedules.
 */
async function planLater(stripe: Stripe, price: string, planOf: PlanOf): Promise<string | null> {
  try {
    return planOf(await stripe.prices.retrieve(price))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    return null
  }
}
