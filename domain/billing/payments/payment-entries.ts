/** What is stored of a subscription's payments, one entry for each movement of money. */
import {
  disputesWithoutMoney,
  type BillingInvoice,
  type BillingPayment,
  type BillingSnapshot,
} from '../billing-snapshot.ts'
import type { PaymentFailure } from './payment-failure.ts'
import type { PaymentRecord } from './period-payments.ts'

/**
 * `provider_id` distinguishes entries of the same kind; null for a refund that is still to be made. Amounts are in
 * minor units.
 */
export type PaymentEntry = PaymentRecord & {
  provider_id: string | null
  invoice_number: string | null
  tax: number | null
  currency: string
  period_start: Date | null
  failure?: PaymentFailure | null
}

/** An entry with our own id. */
export type StoredPayment = PaymentEntry & { id: string }

/**
 * Oldest first. The provider's times are whole seconds: a charge precedes its refund, and that of an earlier invoice a
 * later one.
 */
export const orderOfPayments = ['at', 'kind', 'invoice_number', 'id'] as const

/**
 * Returns the entries of a snapshot: charges, failed attempts, credit, refunds and disputes. `stored` has the charges of
 * payments whose invoices the snapshot lacks, because the subscription was bought again since.
 */
export function entriesOf(snapshot: BillingSnapshot, stored: readonly PaymentEntry[] = []): PaymentEntry[] {
  return [...snapshot.invoices.flatMap((invoice) => invoiceRows(invoice, snapshot)), ...returnRows(snapshot, stored)]
}

function invoiceRows(invoice: BillingInvoice, { payments }: BillingSnapshot): PaymentEntry[] {
  const at = invoice.paidAt ?? invoice.createdAt
  const about = { payment: invoice.payment, ...ofInvoice(invoice) }
  const rows: PaymentEntry[] = []
  if (invoice.status === 'paid' && invoice.amountPaid > 0) {
    const { amountPaid: amount, tax } = invoice
    rows.push({ ...about, kind: 'charge', provider_id: invoice.id, state: 'paid', amount, tax, at })
  }
  // A negative amount is credit from a plan change. A payment can exceed the total: it includes an older balance.
  const credited = invoice.total < 0 ? -invoice.total : invoice.total - invoice.amountPaid
  if (invoice.status === 'paid' && credited > 0) {
    const state = invoice.total < 0 ? 'given' : 'used'
    rows.push({ ...about, kind: 'credit', provider_id: invoice.id, state, amount: credited, tax: null, at })
  }
  // A bank debit is an attempt for days before it fails or not.
  const payment = payments.find(({ id }) => id === invoice.payment)
  if (invoice.status === 'open' && invoice.attempts > 0 && payment?.status !== 'processing') {
    const { amountDue: amount, tax, attempts: attempt } = invoice
    rows.push({
      ...about,
      kind: 'failure',
      provider_id: `${invoice.id} ${attempt}`,
      state: 'failed',
      amount,
      tax,
      at: payment?.failure?.at ?? invoice.createdAt,
      failure: { reason: reasonOf(payment), card: payment?.card ?? null, attempt },
    })
  }
  return rows
}

/** A payment that waits for the customer's bank is not declined, even if an earlier attempt at it was. */
const reasonOf = (payment: BillingPayment | undefined): string | null =>
  payment?.status === 'requires_action' ? 'authentication_required' : (payment?.failure?.reason ?? null)

function returnRows({ payments, invoices }: BillingSnapshot, stored: readonly PaymentEntry[]): PaymentEntry[] {
  const row = (payment: string, kind: 'refund' | 'dispute', one: PaymentReturn): PaymentEntry[] => {
    const invoice = invoices.find((found) => found.payment === payment)
    const about = invoice ? ofInvoice(invoice) : chargeOf(payment, stored)
    if (!about) return []
    const { id, status, amount, at } = one
    return [{ payment, ...about, kind, provider_id: id, state: status, amount, tax: null, at }]
  }
  return [
    ...payments.flatMap(({ id, refunds }) => refunds.flatMap((one) => row(id, 'refund', one))),
    ...payments.flatMap(({ id, disputes }) => disputes.flatMap((one) => row(id, 'dispute', one))),
  ]
}

function chargeOf(payment: string, stored: readonly PaymentEntry[]) {
  const charge = stored.find((one) => one.kind === 'charge' && one.payment === payment)
  if (!charge) return undefined
  const { invoice, invoice_number, currency, period_start, period_end } = charge
  return { invoice, invoice_number, currency, period_start, period_end }
}

type PaymentReturn = { id: string; status: string; amount: number; at: Date }

function ofInvoice({ id, number, currency, period }: BillingInvoice) {
  const { start: period_start = null, end: period_end = null } = period ?? {}
  return { invoice: id, invoice_number: number, currency, period_start, period_end }
}

/** Whether an entry is about money that moved or will move: inquiries of banks move none. */
export function movesMoney({ kind, state }: Pick<PaymentEntry, 'kind' | 'state'>): boolean {
  return kind !== 'dispute' || !disputesWithoutMoney.some((one) => one === state)
}

/** Returns the invoices that were found paid before. */
export function paidInvoices(rows: readonly PaymentEntry[]): Set<string> {
  return new Set(rows.flatMap(({ kind, invoice }) => ((kind === 'charge' || kind === 'credit') && invoice) || []))
}

/**
 * Returns the payments whose state a check must read: those with an open dispute, or with an inquiry that may become
 * one.
 */
export function paymentsInQuestion(rows: readonly PaymentEntry[]): string[] {
  const open = rows.filter(({ kind, state }) => kind === 'dispute' && ['open', 'inquiry', 'answered'].includes(state))
  return [...new Set(open.flatMap(({ payment }) => payment ?? []))]
}

/** Whether a refund requested by an administrator is still to be made, for a payment other than those given. */
export function awaitsRefund(rows: readonly PaymentEntry[], others: readonly string[]): boolean {
  return rows.some(
    ({ kind, state, provider_id: id, payment }) =>
      kind === 'refund' && state === 'pending' && id === null && payment !== null && !others.includes(payment),
  )
}
