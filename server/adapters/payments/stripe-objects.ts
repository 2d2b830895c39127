import { Stripe } from 'stripe'
import type {
  BillingDispute,
  BillingInvoice,
  BillingPayment,
  BillingRefund,
  BillingSnapshot,
  Period,
  PriceTerms,
} from '../../../domain/billing/billing-snapshot.ts'
import { intervals } from '../../../domain/catalogue/interval.ts'
import type { PaymentCard } from '../../../domain/billing/payment-card.ts'
import type { Card, CustomerInvoice } from './port.ts'
import { isUnsupported } from './stripe-faults.ts'
import type { PaymentProviderEvent } from '../../../domain/billing/payment-provider-event.ts'

/** Reads a subscription with its invoices and the payments that rules need, from Stripe's own objects. */
export async function readSnapshot(
  stripe: Stripe,
  id: string,
  planOf: (price: Stripe.Price) => string | null,
  named: readonly string[],
): Promise<BillingSnapshot> {
  let subscription = await stripe.subscriptions.retrieve(id)
  const invoices: BillingInvoice[] = []
  for await (const invoice of stripe.invoices.list({ subscription: id, limit: 100, expand: ['data.payments'] })) {
    invoices.push(await readInvoice(stripe, invoice, subscription.collection_method === 'send_invoice'))
  }
  // Its period changed between the two responses, which would not match.
  const end = subscription.items.data[0]?.current_period_end ?? Infinity
  if (invoices.some(({ period }) => period && period.start.getTime() >= end * 1000)) {
    subscription = await stripe.subscriptions.retrieve(id)
  }
  const item = subscription.items.data[0]
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
    period: billedPeriod(subscription, periodOf(item.current_period_start, item.current_period_end), invoices),
    endedAt: subscription.ended_at ? moment(subscription.ended_at) : null,
    invoices,
    payments,
  }
  return { ...snapshot, next: await readNext(stripe, snapshot, item.price.currency) }
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

/** Whether it ends with the current period. A vendor can also set a later date, until which it renews. */
export function endsWithPeriod({
  cancel_at_period_end: flag,
  cancel_at: cancelAt,
  items,
}: Stripe.Subscription): boolean {
  const periodEnd = items.data[0]?.current_period_end ?? Infinity
  return flag || (cancelAt !== null && cancelAt <= periodEnd)
}

async function readInvoice(stripe: Stripe, invoice: Stripe.Invoice, bySending: boolean): Promise<BillingInvoice> {
  const { due_date: due, lines } = invoice
  const all = lines.has_more ? await allLines(stripe, invoice.id) : lines.data
  const dueDate = due && (bySending || invoice.collection_method === 'send_invoice') ? moment(due) : null
  return {
    id: invoice.id,
    number: invoice.number,
    status: isForgiven(invoice) ? 'void' : ((invoice.status ?? 'draft') as BillingInvoice['status']),
    createdAt: moment(invoice.created),
    period: itemPeriod(all),
    credit: creditOf(all),
    currency: invoice.currency,
    total: invoice.total,
    tax: taxOf(invoice),
    amountDue: invoice.amount_due,
    amountPaid: invoice.amount_paid,
    attempts: invoice.attempt_count,
    nextAttempt: invoice.next_payment_attempt ? moment(invoice.next_payment_attempt) : null,
    dueDate,
    finalizationFailed: Boolean(invoice.last_finalization_error),
    paidAt: invoice.status === 'paid' ? moment(invoice.status_transitions.paid_at ?? invoice.created) : null,
    payment: paymentOf(invoice),
    url: invoice.hosted_invoice_url ?? null,
  }
}

/**
 * While the vendor pauses collection this way, an invoice is written off immediately and the customer keeps access
 * (docs.stripe.com/billing/subscriptions/pause-payment). If Stripe states no reason
 * (docs.stripe.com/changelog/endive/2026-09-30/invoice-uncollectible-status-detail), it was never tried.
 */
function isForgiven({ status, status_details: details, ...invoice }: Stripe.Invoice): boolean {
  if (status !== 'uncollectible') return false
  const reason = details?.uncollectible?.reason
  if (reason) return reason === 'subscription_paused'
  return invoice.attempt_count === 0 && invoice.collection_method === 'charge_automatically'
}

async function allLines(stripe: Stripe, invoice: string): Promise<Stripe.InvoiceLineItem[]> {
  const lines: Stripe.InvoiceLineItem[] = []
  for await (const line of stripe.invoices.listLineItems(invoice, { limit: 100 })) lines.push(line)
  return lines
}

/** Returns the period billed by the lines of the subscription's item: a one-off item beside them gives no access. */
function itemPeriod(lines: readonly Stripe.InvoiceLineItem[]): Period | null {
  const billed = lines
    .filter((line) => line.amount >= 0 && billsItem(line))
    .toSorted((one, other) => other.period.end - one.period.end || other.period.start - one.period.start)
  const [line] = billed
  return line ? periodOf(line.period.start, line.period.end) : null
}

/**
 * Returns what the lines of the subscription's item credit for unused time, with tax:
 * docs.stripe.com/billing/subscriptions/prorations.
 */
function creditOf(lines: readonly Stripe.InvoiceLineItem[]): { amount: number; periodEnd: Date } | null {
  const credits = lines.filter((line) => line.amount < 0 && billsItem(line))
  const [first] = credits.toSorted((one, other) => other.period.end - one.period.end)
  if (!first) return null
  const exclusive = credits.flatMap(({ taxes }) => taxes ?? []).filter(({ tax_behavior: how }) => how === 'exclusive')
  const amount = [...credits, ...exclusive].reduce((sum, one) => sum - one.amount, 0)
  return { amount, periodEnd: moment(first.period.end) }
}

function billsItem({ parent }: Stripe.InvoiceLineItem): boolean {
  if (!parent) return true
  return parent.type === 'subscription_item_details' || parent.invoice_item_details?.proration === true
}

/** The payment that paid the invoice, or would pay it; a cancelled attempt is neither. */
function paymentOf(invoice: Stripe.Invoice): string | null {
  const payments = invoice.payments?.data ?? []
  const one = payments.find(({ status }) => status === 'paid') ?? payments.find(({ status }) => status !== 'canceled')
  const intent = one?.payment.payment_intent
  return intent ? idOf(intent) : null
}

export function taxOf({ total_taxes: taxes, total, total_excluding_tax: without }: Stripe.Invoice): number {
  if (taxes) return taxes.reduce((sum, { amount }) => sum + amount, 0)
  return total - (without ?? total)
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

const intentStates: Record<string, BillingPayment['status']> = {
  succeeded: 'succeeded',
  processing: 'processing',
  requires_action: 'requires_action',
  requires_confirmation: 'requires_action',
}

/** `disputed`: a message or an earlier check shows that it may be disputed. */
async function readPayment(stripe: Stripe, id: string, disputed: boolean): Promise<BillingPayment> {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const paid = intent.amount_received > 0
  const { data } = paid ? await stripe.refunds.list({ payment_intent: id, limit: 100 }) : { data: [] }
  const refunds = data.map(readRefund)
  const listed = refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
  return {
    id,
    status: intentStates[intent.status] ?? 'unpaid',
    received: intent.amount_received,
    refunded: listed,
    refunds,
    disputes: disputed || charge?.disputed ? await readDisputes(stripe, id) : [],
    card: charge ? cardOf(charge) : null,
    failure: charge?.status === 'failed' ? failureOf(charge, intent) : null,
  }
}

/**
 * Returns the charged card; null for a bank account, a wallet without one and so on. An invoice's payment names its
 * payment intent (docs.stripe.com/api/invoice-payment/object), whose `latest_charge` has the method:
 * docs.stripe.com/api/charges/object, `payment_method_details.card`.
 */
function cardOf({ payment_method_details: details }: Stripe.Charge): PaymentCard | null {
  const { brand, last4 } = details?.card ?? {}
  return last4 ? { brand: brand ?? 'unknown', lastDigits: last4 } : null
}

/** docs.stripe.com/api/payment_intents/object, `last_payment_error`; docs.stripe.com/api/charges/object, `failure_code`. */
function failureOf(charge: Stripe.Charge, { last_payment_error: error }: Stripe.PaymentIntent) {
  return { at: moment(charge.created), reason: error?.decline_code ?? charge.failure_code ?? null }
}

function readRefund(refund: Stripe.Refund): BillingRefund {
  const failed = refund.status === 'failed' || refund.status === 'canceled'
  return {
    id: refund.id,
    amount: refund.amount,
    at: moment(refund.created),
    status: failed ? 'failed' : refund.status === 'succeeded' ? 'succeeded' : 'pending',
    request: refund.metadata?.[refundRequest] ?? null,
  }
}

/** Marks a refund with its request, so that a lost response does not cause a second refund. */
export const refundRequest = 'tillhouse_refund'

/**
 * Stripe's states of a dispute: docs.stripe.com/api/disputes/object, `status`. An inquiry moves no money
 * (docs.stripe.com/disputes/how-disputes-work), and an appeal decides about money that is withheld until then
 * (docs.stripe.com/disputes/arbitration).
 */
const disputeStates: Record<string, BillingDispute['status']> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'answered',
  warning_closed: 'closed',
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
  prevented: 'closed',
}

/** A refund can prevent a dispute: docs.stripe.com/disputes/prevention. An unknown state counts as open. */
function disputeStateOf({ status, payment_method_details: details }: Stripe.Dispute): BillingDispute['status'] {
  if (status === 'prevented' && details?.card?.case_type === 'resolution') return 'lost'
  return disputeStates[status] ?? 'open'
}

async function readDisputes(stripe: Stripe, payment: string): Promise<BillingDispute[]> {
  const { data } = await stripe.disputes.list({ payment_intent: payment, limit: 100 }).catch((error: unknown) => {
    // A restricted key may lack permission for disputes, about which the start warned: renewals continue without them.
    if (!isUnsupported(error)) throw error
    return { data: [] }
  })
  return data.map((dispute) => ({
    id: dispute.id,
    amount: dispute.amount,
    at: moment(dispute.created),
    status: disputeStateOf(dispute),
    answerBy: answerBy(dispute),
  }))
}

/** Stripe always sends the details: docs.stripe.com/api/disputes/object. A dispute without them is read all the same. */
function answerBy({ evidence_details: details }: { evidence_details?: Stripe.Dispute.EvidenceDetails }): Date | null {
  return details?.due_by ? moment(details.due_by) : null
}

/**
 * Returns the next invoice that Stripe would create, without an amount if Stripe cannot state it; null if there is
 * none.
 */
async function readNext(stripe: Stripe, snapshot: BillingSnapshot, currency: string): Promise<BillingSnapshot['next']> {
  const { id, charging, status, period, endedAt } = snapshot
  const renews = status === 'active' || status === 'trialing' || status === 'past_due'
  if (endedAt || charging !== 'on' || !renews) return null
  try {
    const preview = await stripe.invoices.createPreview({ subscription: id })
    const { amount_due: amount, total, total_discount_amounts: discounts } = preview
    const discount = (discounts ?? []).reduce((sum, one) => sum + one.amount, 0)
    // The customer's balance pays a positive total first: docs.stripe.com/billing/customer/balance.
    const credit = Math.max(0, total - amount)
    return { at: period.end, amount, discount, credit, currency: preview.currency }
  } catch (error) {
    // The amount of a future charge is only shown, so the subscription is read without it.
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    return { at: period.end, amount: null, discount: null, credit: null, currency }
  }
}

/** Returns the card of a subscription: its own, otherwise the customer's default, otherwise the newest one. */
export async function readCard(stripe: Stripe, id: string): Promise<Card | null> {
  const subscription = await stripe.subscriptions.retrieve(id, {
    expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'],
  })
  const { customer, default_payment_method: own } = subscription
  const settings = typeof customer === 'object' && 'invoice_settings' in customer ? customer.invoice_settings : null
  const method =
    expanded(own) ??
    expanded(settings?.default_payment_method ?? null) ??
    (await stripe.paymentMethods.list({ customer: idOf(customer), type: 'card', limit: 1 })).data[0]
  const card = method?.card
  if (!card) return null
  const expiresAt = new Date(Date.UTC(card.exp_year, card.exp_month, 1))
  return { brand: card.brand, lastDigits: card.last4, expiresAt }
}

function expanded<T>(reference: string | T | null): T | null {
  return typeof reference === 'string' ? null : reference
}

export async function readInvoices(stripe: Stripe, customer: string): Promise<CustomerInvoice[]> {
  const refunded = new Map<string, number>()
  const cards = new Map<string, PaymentCard | null>()
  try {
    for await (const charge of stripe.charges.list({ customer, limit: 100 })) {
      const payment = charge.payment_intent ? idOf(charge.payment_intent) : charge.id
      refunded.set(payment, (refunded.get(payment) ?? 0) + charge.amount_refunded)
      if (charge.status === 'succeeded') cards.set(payment, cardOf(charge))
    }
  } catch (error) {
    // Only refunds and cards are missing then.
    if (!isUnsupported(error)) throw error
  }
  const invoices: CustomerInvoice[] = []
  for await (const invoice of stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] })) {
    if (invoice.status === 'draft') continue
    const period = itemPeriod(invoice.lines.data)
    invoices.push({
      number: invoice.number,
      date: moment(invoice.effective_at ?? invoice.status_transitions.finalized_at ?? invoice.created),
      periodStart: period?.start ?? null,
      periodEnd: period?.end ?? null,
      total: invoice.total,
      tax: taxOf(invoice),
      refunded: refunded.get(paymentOf(invoice) ?? '') ?? 0,
      card: cards.get(paymentOf(invoice) ?? '') ?? null,
      currency: invoice.currency,
      state: invoice.status ?? 'open',
      url: invoice.hosted_invoice_url ?? null,
      pdfUrl: invoice.invoice_pdf ?? null,
    })
  }
  return invoices.toSorted((one, other) => other.date.getTime() - one.date.getTime())
}

const moment = (seconds: number) => new Date(seconds * 1000)
const periodOf = (start: number, end: number): Period => ({ start: moment(start), end: moment(end) })
export const idOf = (reference: string | { id: string }) => (typeof reference === 'string' ? reference : reference.id)

/** Returns the object of an event that concerns the shop; the event's own copy of it is not used. */
export function eventSubject(event: Stripe.Event): PaymentProviderEvent['about'] {
  const object = event.data.object as unknown as { object: string; id?: string } & Record<string, unknown>
  const reference = (value: unknown) =>
    typeof value === 'string' ? value : ((value as { id?: string } | null)?.id ?? null)
  switch (object.object) {
    case 'checkout.session':
      return object.id ? { checkout: object.id } : null
    case 'subscription':
      return object.id ? { subscription: object.id } : null
    case 'subscription_schedule':
    case 'invoice': {
      const parent = object['parent'] as { subscription_details?: { subscription?: unknown } } | null
      // An endpoint on an API version before 2025-03-31 states the subscription in the invoice itself.
      const subscription = reference(parent?.subscription_details?.subscription) ?? reference(object['subscription'])
      return subscription ? { subscription } : null
    }
    case 'charge':
    case 'dispute':
    case 'refund': {
      const payment = reference(object['payment_intent'])
      return payment ? { payment } : null
    }
    case 'credit_note': {
      const customer = reference(object['customer'])
      return customer ? { customer } : null
    }
    case 'customer':
      return object.id ? { customer: object.id } : null
    default:
      return null
  }
}
