import { emit, find, newId, type Transaction } from '../state/transaction.ts'
import { follow } from '../charging/collecting.ts'
import { saveCustomer } from '../customers/customers.ts'
import type { Reader } from '../api/form.ts'
import { markPaid, saveInvoice } from './invoices.ts'
import type { Charge, CreditNote, Invoice, Refund } from '../state/kinds.ts'
import { listOf } from '../api/lists.ts'
import { money } from '../state/money.ts'
import { refundCharge } from '../charging/refunds.ts'
import { invalid } from '../api/refusal.ts'

/**
 * POST /v1/credit_notes: reduces an open invoice; for a paid one the money is refunded, added to the customer's
 * balance, or was refunded elsewhere. https://docs.stripe.com/api/credit_notes/create
 */
export function createCreditNote(tx: Transaction, from: Reader): CreditNote {
  const invoice = find(tx, 'invoice', from.needed('invoice'), 'invoice')
  if (invoice.status !== 'open' && invoice.status !== 'paid')
    throw invalid('You can only create credit notes for open or paid invoices.', 'invoice')
  // The simulator emails nothing.
  from.choice('email_type', ['credit_note', 'none'])
  const refund = from.integer('refund_amount') ?? 0
  const credit = from.integer('credit_amount') ?? 0
  const elsewhere = from.integer('out_of_band_amount') ?? 0
  const amount = from.integer('amount') ?? refund + credit + elsewhere
  if (amount < 1) throw invalid('A credit note needs an amount of at least 1.', 'amount')
  const left = creditable(tx, invoice)
  if (amount > left)
    throw invalid(
      `The amount of the credit note (${money(amount, invoice.currency)}) is greater than what can still be credited on the invoice (${money(left, invoice.currency)}).`,
      'amount',
    )
  const paid = invoice.status === 'paid'
  if (paid && refund + credit + elsewhere !== amount)
    throw invalid(
      'The sum of credit amount, refund amount, and out of band amount must equal the credit note amount.',
      'amount',
    )
  if (!paid && refund + credit + elsewhere > 0)
    throw invalid('An open invoice has been paid by nobody, so its credit note can only lower what is due.', 'invoice')
  const made = refund > 0 ? refundCharge(tx, chargeOf(tx, invoice), { amount: refund }) : null
  const note = composeNote(tx, invoice, from, { amount, paid, elsewhere, refund: made })
  tx.put('credit_note', note)
  if (credit > 0) {
    const customer = find(tx, 'customer', invoice.customer)
    saveCustomer(tx, customer, { balance: customer.balance - credit })
  }
  saveInvoice(
    tx,
    invoice,
    paid
      ? { post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + amount }
      : {
          amount_due: invoice.amount_due - amount,
          amount_remaining: invoice.amount_remaining - amount,
          pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + amount,
        },
  )
  emit(tx, 'credit_note.created', note)
  // An open invoice with nothing left to pay is paid.
  const after = find(tx, 'invoice', invoice.id)
  if (!paid && after.amount_remaining === 0)
    follow(tx, find(tx, 'subscription', after.parent.subscription_details.subscription), markPaid(tx, after))
  return note
}

/**
 * Returns the part of an invoice's amount that earlier notes left, including what the customer's credit paid.
 * https://docs.stripe.com/api/credit_notes/create
 */
function creditable(tx: Transaction, invoice: Invoice): number {
  if (invoice.status === 'open') return invoice.amount_remaining
  const credited = tx
    .all('credit_note')
    .filter((one) => one.invoice === invoice.id && one.type === 'post_payment')
    .reduce((sum, { amount }) => sum + amount, 0)
  return invoice.total - invoice.pre_payment_credit_notes_amount - credited
}

/** Returns the charge that paid the invoice. */
export function chargeOf(tx: Transaction, invoice: Invoice): Charge {
  const payment = tx.all('invoice_payment').find((one) => one.invoice === invoice.id && one.status === 'paid')
  const intent = payment && tx.get('payment_intent', payment.payment.payment_intent)
  const charge = intent?.latest_charge ? tx.get('charge', intent.latest_charge) : undefined
  if (!charge) throw invalid('There is no payment on this invoice that could be refunded.', 'refund_amount')
  return charge
}

function composeNote(
  tx: Transaction,
  invoice: Invoice,
  from: Reader,
  { amount, paid, elsewhere, refund }: { amount: number; paid: boolean; elsewhere: number; refund: Refund | null },
): CreditNote {
  const id = newId('cn_1', 23)
  const before = tx.all('credit_note').filter((one) => one.invoice === invoice.id).length
  // The share of tax in the credited amount.
  const taxed = invoice.total_taxes?.reduce((sum, tax) => sum + tax.amount, 0) ?? 0
  const tax = invoice.total === 0 ? 0 : Math.round((taxed * amount) / invoice.total)
  return {
    id,
    object: 'credit_note',
    amount,
    amount_shipping: 0,
    created: tx.at,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: tx.at,
    invoice: invoice.id,
    lines: listOf([], `/v1/credit_notes/${id}/lines`),
    livemode: false,
    memo: from.text('memo') ?? null,
    metadata: from.metadata(),
    number: `${invoice.number}-CN-${String(before + 1).padStart(2, '0')}`,
    out_of_band_amount: elsewhere || null,
    pdf: `${tx.pages}/invoice/${invoice.id}`,
    post_payment_amount: paid ? amount : 0,
    pre_payment_amount: paid ? 0 : amount,
    pretax_credit_amounts: [],
    reason: from.choice('reason', ['duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory']) ?? null,
    refunds: refund
      ? [{ amount_refunded: refund.amount, payment_record_refund: null, refund: refund.id, type: 'refund' }]
      : [],
    shipping_cost: null,
    status: 'issued',
    subtotal: amount - tax,
    subtotal_excluding_tax: amount - tax,
    total: amount,
    total_excluding_tax: amount - tax,
    total_taxes: [],
    type: paid ? 'post_payment' : 'pre_payment',
    voided_at: null,
  }
}
