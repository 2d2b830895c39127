import type { BillingSnapshot } from '../billing/billing-snapshot.ts'
import { entriesOf, movesMoney, type PaymentEntry } from '../billing/payments/payment-entries.ts'
import type { BillingMessage } from './message-types.ts'

/** An object in a snapshot of the billing provider. `about` is the provider's id: each one is reported once. */
export type BillingFact = {
  type: BillingMessage
  about: string
  payment: string | null
  invoice: string | null
  at: Date
}

/** Returns everything in a snapshot, whether it was reported before or not. `stored` is as in `entriesOf`. */
export function billingFacts(snapshot: BillingSnapshot, stored: readonly PaymentEntry[], now: Date): BillingFact[] {
  const invoices = snapshot.invoices.flatMap((one) => factsOfInvoice(one, now))
  return [...entriesOf(snapshot, stored).flatMap(factsOfEntry), ...invoices]
}

function factsOfEntry(entry: PaymentEntry): BillingFact[] {
  const type = typeOfEntry(entry)
  const { provider_id: about, payment, invoice_number: invoice, at } = entry
  return type === null || about === null ? [] : [{ type, about, payment, invoice, at }]
}

function typeOfEntry(entry: PaymentEntry): BillingMessage | null {
  switch (entry.kind) {
    case 'charge':
      return 'payment.paid'
    case 'failure':
      return 'subscription.payment_failed'
    case 'refund':
      return entry.state === 'succeeded' ? 'payment.refunded' : null
    case 'dispute':
      return movesMoney(entry) ? 'payment.disputed' : null
    case 'credit':
      return null
  }
}

function factsOfInvoice(invoice: BillingSnapshot['invoices'][number], now: Date): BillingFact[] {
  const { id: about, status, number, payment, createdAt, paidAt, dueDate } = invoice
  const fact = (type: BillingMessage, at: Date): BillingFact => ({ type, about, payment, invoice: number, at })
  const isOverdue = status === 'open' && dueDate !== null && dueDate < now
  return [
    ...(status === 'draft' ? [] : [fact('invoice.finalized', createdAt)]),
    ...(status === 'paid' ? [fact('invoice.paid', paidAt ?? createdAt)] : []),
    ...(isOverdue ? [fact('invoice.overdue', dueDate)] : []),
  ]
}
