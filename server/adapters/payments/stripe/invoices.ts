import type { Stripe } from 'stripe'
import type { BillingInvoice, Period } from '../../../../domain/billing/billing-snapshot.ts'
import type { PaymentCard } from '../../../../domain/billing/payments/payment-card.ts'
import type { CustomerInvoice } from '../port.ts'
import { isUnsupported } from './faults.ts'
import { cardOf } from './payments.ts'
import { idOf, moment, periodBetween } from './values.ts'

export async function readInvoice(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  bySending: boolean,
): Promise<BillingInvoice> {
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

/** Returns the line that bills the latest period of the subscription's item: a one-off item beside it gives no access. */
function itemLine(lines: readonly Stripe.InvoiceLineItem[]): Stripe.InvoiceLineItem | undefined {
  return lines
    .filter((line) => line.amount >= 0 && billsItem(line))
    .toSorted((one, other) => other.period.end - one.period.end || other.period.start - one.period.start)[0]
}

function itemPeriod(lines: readonly Stripe.InvoiceLineItem[]): Period | null {
  const line = itemLine(lines)
  return line ? periodBetween(line.period.start, line.period.end) : null
}

/** Returns the id of the price of the latest period; null if no line has one. */
export function itemPrice(lines: readonly Stripe.InvoiceLineItem[]): string | null {
  const price = itemLine(lines)?.pricing?.price_details?.price
  return price ? idOf(price) : null
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
