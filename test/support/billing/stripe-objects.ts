/**
 * The model's objects as Stripe's API returns them: docs.stripe.com/api/subscriptions/object, invoices/object,
 * payment_intents/object, refunds/object, disputes/object and credit_notes/object. Only the fields that the adapter
 * reads.
 */
import type { Stripe as StripeApi } from 'stripe'
import {
  dateOf,
  dueOf,
  nextPrice,
  prices,
  refundedOf,
  type PlanName,
  type Stripe,
  type StripeCreditNote,
  type StripeInvoice,
  type StripePayment,
  type StripeSession,
  type StripeSubscription,
} from './stripe-model.ts'

/** Some fields of one of Stripe's objects, with their names and types checked. */
type Part<T> = T extends (infer One)[] ? Part<One>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T

const seconds = (hour: number) => dateOf(hour).getTime() / 1000
const secondsOrNull = (hour: number | null) => (hour === null ? null : seconds(hour))

const intervalOf = { weekly: 'week', monthly: 'month', plus: 'month', annual: 'year' } as const

const priceId = (plan: PlanName) => `price_${plan}`

export function priceObject(plan: PlanName): Part<StripeApi.Price> {
  return {
    id: priceId(plan),
    active: true,
    lookup_key: `analytics-${plan}`,
    unit_amount: prices[plan],
    currency: 'usd',
    recurring: { interval: intervalOf[plan], interval_count: 1 },
  }
}

const cardId = (card: number) => `pm_${card}`

/** The second tells apart what is created in one hour. */
const createdWith = (hour: number, card: number) => seconds(hour) + card

/** With its default payment method expanded. */
export function customerObject({ cards, defaultCard: card }: Stripe): Part<StripeApi.Customer> {
  const method = card === null ? null : { id: cardId(card), created: createdWith(cards[card] ?? 0, card) }
  return { id: 'cus_1', invoice_settings: { default_payment_method: method } }
}

export function subscriptionObject(subscription: StripeSubscription): Part<StripeApi.Subscription> {
  const { id, order, plan, status, start, end, cancelAtPeriodEnd, cancelAt, paused, schedule, endedAt } = subscription
  const { created, boughtWith, ownCard } = subscription
  const period = { current_period_start: seconds(start), current_period_end: seconds(end) }
  return {
    id,
    customer: 'cus_1',
    created: createdWith(created, boughtWith),
    default_payment_method: ownCard === null ? null : cardId(ownCard),
    collection_method: 'charge_automatically',
    status,
    cancel_at_period_end: cancelAtPeriodEnd,
    cancel_at: secondsOrNull(cancelAt),
    pause_collection: paused ? { behavior: 'void', resumes_at: null } : null,
    schedule: schedule && `sub_sched_${id}`,
    ended_at: secondsOrNull(endedAt),
    metadata: { order },
    items: { data: [{ ...period, quantity: 1, price: priceObject(plan) }] },
  }
}

const billingReasons = {
  create: 'subscription_create',
  cycle: 'subscription_cycle',
  update: 'subscription_update',
  trial: 'subscription_update',
} as const

export function invoiceObject(invoice: StripeInvoice): Part<StripeApi.Invoice> {
  const { id, status, reason, created, total, attempts, nextAttempt, paidAt, payment, creditNoted } = invoice
  const paid = payment === null ? [] : [{ status: 'paid', payment: { payment_intent: payment } } as const]
  return {
    id,
    // Numbered in sequence when it is finalized: docs.stripe.com/invoicing/customize#account-numbering.
    number: status === 'draft' ? null : id.replace('in_', 'A-'),
    status,
    // The vendor wrote it off: a pause voids invoices here.
    ...(status === 'uncollectible' ? { status_details: { uncollectible: { reason: 'payment_not_received' } } } : {}),
    billing_reason: billingReasons[reason],
    collection_method: 'charge_automatically',
    created: seconds(created),
    currency: 'usd',
    total,
    total_taxes: [],
    amount_due: dueOf(invoice),
    amount_paid: status === 'paid' ? dueOf(invoice) : 0,
    attempt_count: attempts,
    next_payment_attempt: secondsOrNull(nextAttempt),
    due_date: null,
    last_finalization_error: null,
    status_transitions: { paid_at: secondsOrNull(paidAt) },
    hosted_invoice_url: null,
    payments: { data: paid },
    post_payment_credit_notes_amount: creditNoted,
    lines: { has_more: false, data: linesOf(invoice) },
  }
}

/**
 * Returns the price of a period, and the credit of a change of plan for the previous one:
 * docs.stripe.com/api/invoice-line-item/object.
 */
function linesOf({ price, start, end, created, credit }: StripeInvoice): Part<StripeApi.InvoiceLineItem>[] {
  const parent = { type: 'subscription_item_details' } as const
  const period = { start: seconds(start), end: seconds(end) }
  const charged = { amount: price, period, parent, taxes: [] }
  if (!credit) return [charged]
  const left = { start: seconds(created), end: seconds(credit.end) }
  return [{ amount: -credit.amount, period: left, parent, taxes: [] }, charged]
}

export function previewObject(stripe: Stripe, subscription: StripeSubscription): Part<StripeApi.Invoice> {
  const total = nextPrice(subscription)
  const due = Math.max(0, total - stripe.balance)
  const { plan, schedule, end } = subscription
  const line = {
    amount: total,
    period: { start: seconds(end), end: seconds(end) },
    parent: { type: 'subscription_item_details' },
    pricing: { price_details: { price: priceId(schedule ?? plan) } },
  } as const
  return { amount_due: due, total, total_discount_amounts: [], currency: 'usd', lines: { data: [line] } }
}

export function paymentObject({ id, received, dispute }: StripePayment): Part<StripeApi.PaymentIntent> {
  const card = { brand: 'visa', last4: '4242' }
  const charge = { disputed: dispute !== 'none', payment_method_details: { card } }
  return { id, status: 'succeeded', amount_received: received, latest_charge: charge }
}

export function refundObjects({ refunds }: StripePayment): Part<StripeApi.Refund>[] {
  return refunds.map(({ id, amount, at, request }) => ({
    id,
    amount,
    created: seconds(at),
    status: 'succeeded',
    metadata: marked(request),
  }))
}

/** Returns the metadata with which the shop marks its requests. */
const marked = (request: string | null): Record<string, string> =>
  request === null ? {} : { tillhouse_refund: request }

const disputeStates = { open: 'needs_response', won: 'won', lost: 'lost' } as const

export function disputeObjects(payment: StripePayment): Part<StripeApi.Dispute>[] {
  const { id, received, dispute, at } = payment
  if (dispute === 'none') return []
  const amount = received - refundedOf(payment)
  return [{ id: `dp_${id}`, amount, created: seconds(at), status: disputeStates[dispute] }]
}

export function creditNoteObject({ id, amount, refund, request }: StripeCreditNote): Part<StripeApi.CreditNote> {
  return { id, amount, refunds: refund === null ? [] : [{ refund }], metadata: marked(request) }
}

export function sessionObject({ id, state, subscription }: StripeSession): Part<StripeApi.Checkout.Session> {
  return { id, status: state, subscription }
}
