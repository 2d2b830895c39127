import { emit, find, type Transaction } from '../state/transaction.ts'
import { saveCustomer } from '../customers/customers.ts'
import type { Reader } from '../api/form.ts'
import type { Invoice } from '../state/kinds.ts'
import { invalid } from '../api/refusal.ts'
import { isLocated, locationFault } from './tax.ts'

export function saveInvoice(
  tx: Transaction,
  before: Invoice,
  changes: Partial<Invoice>,
  type = 'invoice.updated',
): Invoice {
  const invoice = { ...before, ...changes }
  tx.put('invoice', invoice)
  if (type === 'invoice.updated') emit(tx, type, invoice, before)
  else emit(tx, type, invoice)
  return invoice
}

/**
 * Gives the draft its number and page, and applies the customer's credit. An invoice with nothing to pay is paid.
 * https://docs.stripe.com/invoicing/integration/workflow-transitions
 */
export function finalise(tx: Transaction, given: Invoice, autoAdvance = given.auto_advance): Invoice {
  if (given.status !== 'draft')
    throw invalid('This invoice is already finalized, you can’t re-finalize a non-draft invoice.')
  const customer = find(tx, 'customer', given.customer)
  const lost = given.automatic_tax.enabled && !isLocated(tx, customer.address)
  const draft = lost ? withoutTax(tx, given) : given
  const number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  const left = draft.total + customer.balance
  const due = Math.max(0, left)
  saveCustomer(tx, customer, {
    balance: Math.min(0, left),
    currency: draft.currency,
    next_invoice_sequence: customer.next_invoice_sequence + 1,
  })
  const billed = draft.collection_method === 'send_invoice'
  const dueDate = billed ? tx.at + daysToPay(tx, draft) * 86_400 : null
  const open = saveInvoice(
    tx,
    draft,
    {
      amount_due: due,
      amount_remaining: due,
      auto_advance: autoAdvance ?? false,
      automatically_finalizes_at: null,
      due_date: dueDate,
      effective_at: tx.at,
      ending_balance: Math.min(0, left),
      hosted_invoice_url: `${tx.pages}/invoice/${draft.id}`,
      invoice_pdf: `${tx.pages}/invoice/${draft.id}`,
      last_finalization_error: null,
      next_payment_attempt: autoAdvance === true && !billed ? tx.at : null,
      number,
      starting_balance: customer.balance,
      status: 'open',
      status_transitions: { ...draft.status_transitions, finalized_at: tx.at },
    },
    'invoice.finalized',
  )
  if (open.amount_due === 0) return markPaid(tx, open)
  if (dueDate !== null) tx.put('coming', { id: `overdue:${open.id}`, at: dueDate, what: 'overdue', invoice: open.id })
  if (billed && autoAdvance === true) emit(tx, 'invoice.sent', open)
  return open
}

function daysToPay(tx: Transaction, invoice: Invoice): number {
  return find(tx, 'subscription', invoice.parent.subscription_details.subscription).days_until_due ?? 30
}

/**
 * Returns the invoice of a customer in an unknown place: tax is turned off, and stays off for the subscription.
 * https://docs.stripe.com/changelog/acacia/2024-12-18/add-disabled-reason
 */
function withoutTax(tx: Transaction, draft: Invoice): Invoice {
  const off = { enabled: false, liability: null }
  const before = find(tx, 'subscription', draft.parent.subscription_details.subscription)
  const subscription = { ...before, automatic_tax: { ...off, disabled_reason: 'requires_location_inputs' as const } }
  tx.put('subscription', subscription)
  emit(tx, 'customer.subscription.updated', subscription, before)
  const exclusive = draft.total_taxes?.filter((tax) => tax.tax_behavior === 'exclusive') ?? []
  const total = draft.total - exclusive.reduce((sum, { amount }) => sum + amount, 0)
  return {
    ...draft,
    automatic_tax: { ...off, disabled_reason: 'finalization_requires_location_inputs', provider: null, status: null },
    total,
    total_excluding_tax: total,
    total_taxes: [],
  }
}

/** Leaves the draft with its error. https://docs.stripe.com/invoicing/integration/workflow-transitions */
export function failFinalisation(tx: Transaction, draft: Invoice): void {
  const error = { ...locationFault, doc_url: 'https://docs.stripe.com/error-codes#customer-tax-location-invalid' }
  saveInvoice(
    tx,
    draft,
    {
      automatic_tax: {
        ...draft.automatic_tax,
        status: draft.automatic_tax.enabled ? 'requires_location_inputs' : null,
      },
      automatically_finalizes_at: null,
      last_finalization_error: error as Invoice['last_finalization_error'],
      next_payment_attempt: null,
    },
    'invoice.finalization_failed',
  )
}

/** POST /v1/invoices/:id: sets whether it advances automatically, and fields that do not change its amount. */
export function updateInvoice(tx: Transaction, id: string, from: Reader): Invoice {
  const before = find(tx, 'invoice', id)
  const advance = from.flag('auto_advance')
  if (advance !== undefined && before.status !== 'draft' && before.status !== 'open')
    throw invalid(`Finalized invoices can't be updated in this way`, 'auto_advance', 'invoice_not_editable')
  return saveInvoice(tx, before, {
    ...(advance !== undefined && { auto_advance: advance }),
    ...(advance === false && { automatically_finalizes_at: null, next_payment_attempt: null }),
    ...(advance === true &&
      before.status === 'draft' && { automatically_finalizes_at: tx.at + tx.settings.draftSeconds }),
    ...(advance === true && before.status === 'open' && { next_payment_attempt: tx.at }),
    ...(from.has('description') && { description: from.text('description') ?? null }),
    metadata: from.metadata(before.metadata ?? {}),
  })
}

export function markPaid(tx: Transaction, invoice: Invoice): Invoice {
  const paid: Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: tx.at },
  }
  tx.put('invoice', paid)
  tx.remove('coming', `overdue:${invoice.id}`)
  const payment = tx.all('invoice_payment').find((one) => one.invoice === invoice.id && one.status === 'open')
  if (payment) {
    const done = {
      ...payment,
      amount_paid: paid.amount_paid,
      status: 'paid',
      status_transitions: { canceled_at: null, paid_at: tx.at },
    }
    tx.put('invoice_payment', done)
    emit(tx, 'invoice_payment.paid', done)
  }
  emit(tx, 'invoice.paid', paid)
  emit(tx, 'invoice.payment_succeeded', paid)
  return paid
}
