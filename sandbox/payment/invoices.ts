import { emit, find, type Act } from './act.ts'
import { saveCustomer } from './customers.ts'
import type { Reader } from './form.ts'
import type { Invoice } from './kinds.ts'
import { invalid } from './refusal.ts'

export function saveInvoice(act: Act, before: Invoice, changes: Partial<Invoice>, type = 'invoice.updated'): Invoice {
  const invoice = { ...before, ...changes }
  act.put('invoice', invoice)
  if (type === 'invoice.updated') emit(act, type, invoice, before)
  else emit(act, type, invoice)
  return invoice
}

/**
 * Gives the draft its number and its page, and takes the customer's credit into account. What asks for nothing is paid.
 * https://docs.stripe.com/invoicing/integration/workflow-transitions
 */
export function finalise(act: Act, draft: Invoice, autoAdvance = draft.auto_advance): Invoice {
  if (draft.status !== 'draft')
    throw invalid('This invoice is already finalized, you can’t re-finalize a non-draft invoice.')
  const customer = find(act, 'customer', draft.customer)
  const number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  const left = draft.total + customer.balance
  const due = Math.max(0, left)
  saveCustomer(act, customer, {
    balance: Math.min(0, left),
    currency: draft.currency,
    next_invoice_sequence: customer.next_invoice_sequence + 1,
  })
  const charged = autoAdvance === true && draft.collection_method === 'charge_automatically'
  const open = saveInvoice(
    act,
    draft,
    {
      amount_due: due,
      amount_remaining: due,
      auto_advance: autoAdvance ?? false,
      automatically_finalizes_at: null,
      effective_at: act.at,
      ending_balance: Math.min(0, left),
      hosted_invoice_url: `${act.pages}/invoice/${draft.id}`,
      invoice_pdf: `${act.pages}/invoice/${draft.id}`,
      next_payment_attempt: charged ? act.at : null,
      number,
      starting_balance: customer.balance,
      status: 'open',
      status_transitions: { ...draft.status_transitions, finalized_at: act.at },
    },
    'invoice.finalized',
  )
  return open.amount_due === 0 ? markPaid(act, open) : open
}

/** POST /v1/invoices/:id: whether it advances by itself, and what does not change its amount. */
export function updateInvoice(act: Act, id: string, from: Reader): Invoice {
  const before = find(act, 'invoice', id)
  const advance = from.flag('auto_advance')
  if (advance !== undefined && before.status !== 'draft' && before.status !== 'open')
    throw invalid(`Finalized invoices can't be updated in this way`, 'auto_advance', 'invoice_not_editable')
  return saveInvoice(act, before, {
    ...(advance !== undefined && { auto_advance: advance }),
    ...(advance === false && { automatically_finalizes_at: null, next_payment_attempt: null }),
    ...(advance === true &&
      before.status === 'draft' && { automatically_finalizes_at: act.at + act.settings.draftSeconds }),
    ...(advance === true && before.status === 'open' && { next_payment_attempt: act.at }),
    ...(from.has('description') && { description: from.text('description') ?? null }),
    metadata: from.metadata(before.metadata ?? {}),
  })
}

export function markPaid(act: Act, invoice: Invoice): Invoice {
  const paid: Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: act.at },
  }
  act.put('invoice', paid)
  const payment = act.all('invoice_payment').find((one) => one.invoice === invoice.id)
  if (payment) {
    const done = {
      ...payment,
      amount_paid: paid.amount_paid,
      status: 'paid',
      status_transitions: { canceled_at: null, paid_at: act.at },
    }
    act.put('invoice_payment', done)
    emit(act, 'invoice_payment.paid', done)
  }
  emit(act, 'invoice.paid', paid)
  emit(act, 'invoice.payment_succeeded', paid)
  return paid
}

/** Ends an open invoice (or a draft that is finalised for it) without payment. */
export function giveUp(act: Act, invoice: Invoice, status: 'void' | 'uncollectible'): Invoice {
  if (invoice.status !== 'open' && !(invoice.status === 'uncollectible' && status === 'void'))
    throw invalid(`You can only pass in open invoices. This invoice isn't open.`)
  const at = status === 'void' ? { voided_at: act.at } : { marked_uncollectible_at: act.at }
  const transitions = { ...invoice.status_transitions, ...at }
  return saveInvoice(
    act,
    invoice,
    { auto_advance: false, next_payment_attempt: null, status, status_transitions: transitions },
    status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible',
  )
}
