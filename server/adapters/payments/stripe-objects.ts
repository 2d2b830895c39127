import type Stripe from 'stripe'
import type { PaidPeriod, ProviderEvent, ProviderSubscription } from './port.ts'

/** A subscription with the periods paid for, from the provider's own objects, fetched afresh. */
export async function readProviderSubscription(
  stripe: Stripe,
  id: string,
  planOfPrice: ReadonlyMap<string, string>,
): Promise<ProviderSubscription> {
  const subscription = await stripe.subscriptions.retrieve(id)
  const invoices: Stripe.Invoice[] = []
  for await (const invoice of stripe.invoices.list({ subscription: id, limit: 100, expand: ['data.payments'] }))
    invoices.push(invoice)
  const item = subscription.items.data[0]
  if (!item) throw new Error('the provider keeps a subscription without a plan')
  const paid = invoices
    .filter((invoice) => invoice.status === 'paid' && invoice.total > 0)
    .map((invoice) => paidPeriod(invoice, planOfPrice))
  const periods = await markRefunded(stripe, paid.filter((period) => period !== null).toReversed())
  return {
    id,
    customer: idOf(subscription.customer),
    order: subscription.metadata['order'] ?? null,
    charging:
      subscription.cancel_at_period_end || subscription.cancel_at
        ? 'off'
        : subscription.pause_collection
          ? 'paused'
          : 'on',
    periodEnd: moment(item.current_period_end),
    endedAt: subscription.ended_at ? moment(subscription.ended_at) : null,
    plan: planOfPrice.get(item.price.id) ?? null,
    paid: periods,
    collecting: !subscription.pause_collection && invoices.some(isCollecting),
    failed: firstFailed(invoices, periods.at(-1)?.periodEnd),
  }
}

/** Stripe leaves a renewal's invoice a draft for about an hour before it charges it. */
function isCollecting({ status, attempt_count: attempts, total }: Stripe.Invoice): boolean {
  return total > 0 && (status === 'draft' || (status === 'open' && attempts === 0))
}

/** The card a subscription is charged to: its own, else the customer's. */
export async function readCard(stripe: Stripe, id: string): Promise<{ lastDigits: string; expiresAt: Date } | null> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['default_payment_method'] })
  const own = subscription.default_payment_method
  const method =
    own && typeof own !== 'string'
      ? own
      : (await stripe.paymentMethods.list({ customer: idOf(subscription.customer), type: 'card', limit: 1 })).data[0]
  const card = method?.card
  return card ? { lastDigits: card.last4, expiresAt: new Date(Date.UTC(card.exp_year, card.exp_month, 1)) } : null
}

const moment = (seconds: number) => new Date(seconds * 1000)
const idOf = (reference: string | { id: string }) => (typeof reference === 'string' ? reference : reference.id)

/** The line that pays the latest period: an invoice of a change of plan also credits the old one. */
function lineOf(invoice: Stripe.Invoice): Stripe.InvoiceLineItem | undefined {
  return invoice.lines.data.toSorted((one, other) => other.period.end - one.period.end).find((line) => line.amount >= 0)
}

/** `invoices` newest first. One that was left open before a later period was paid for is of no account. */
function firstFailed(invoices: readonly Stripe.Invoice[], paidUntil: Date | undefined): ProviderSubscription['failed'] {
  for (const invoice of invoices.toReversed()) {
    const line = lineOf(invoice)
    if (invoice.status !== 'open' || invoice.attempt_count === 0 || !line) continue
    const due = moment(line.period.start)
    if (!paidUntil || due >= paidUntil)
      return { due, periodEnd: moment(line.period.end), attempts: invoice.attempt_count }
  }
  return null
}

function paidPeriod(invoice: Stripe.Invoice, planOfPrice: ReadonlyMap<string, string>): PaidPeriod | null {
  const line = lineOf(invoice)
  const payment = invoice.payments?.data
    .map((one) => one.payment.payment_intent)
    .find((reference) => reference !== undefined)
  if (!line) return null
  const price = line.pricing?.price_details?.price
  return {
    // What was settled from a credit has no payment of its own, and nothing to pay back.
    payment: payment ? idOf(payment) : invoice.id,
    paidAt: moment(invoice.status_transitions.paid_at ?? invoice.created),
    periodEnd: moment(line.period.end),
    plan: (price && planOfPrice.get(idOf(price))) ?? null,
    refunded: false,
  }
}

/** Only the latest payment matters: whether the period that runs has been paid back. */
async function markRefunded(stripe: Stripe, periods: readonly PaidPeriod[]): Promise<PaidPeriod[]> {
  const latest = periods.at(-1)
  if (!latest?.payment.startsWith('pi_')) return [...periods]
  const intent = await stripe.paymentIntents.retrieve(latest.payment)
  const { data } = await stripe.refunds.list({ payment_intent: latest.payment, limit: 100 })
  const returned = data
    .filter((refund) => refund.status !== 'failed' && refund.status !== 'canceled')
    .reduce((sum, refund) => sum + refund.amount, 0)
  return [...periods.slice(0, -1), { ...latest, refunded: returned >= intent.amount_received && returned > 0 }]
}

/** Which of our things an event is about; its own copy of the object is not looked at further. */
export function eventSubject(event: Stripe.Event): ProviderEvent['about'] {
  const object = event.data.object as unknown as { object: string; id?: string } & Record<string, unknown>
  const reference = (value: unknown) =>
    typeof value === 'string' ? value : ((value as { id?: string } | null)?.id ?? null)
  switch (object.object) {
    case 'checkout.session':
      return object.id ? { checkout: object.id } : null
    case 'subscription':
      return object.id ? { subscription: object.id } : null
    case 'invoice': {
      const parent = object['parent'] as { subscription_details?: { subscription?: unknown } } | null
      const subscription = reference(parent?.subscription_details?.subscription)
      return subscription ? { subscription } : null
    }
    case 'charge':
    case 'refund': {
      const payment = reference(object['payment_intent'])
      return payment ? { payment } : null
    }
    case 'customer':
      return object.id ? { customer: object.id } : null
    default:
      return null
  }
}
