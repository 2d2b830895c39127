import { emit, find, newId, type Act } from './act.ts'
import { saveCustomer } from './customers.ts'
import type { Invoice, InvoiceLine, Price, Subscription } from './kinds.ts'
import { listOf } from './lists.ts'
import { periodWords } from './money.ts'
import { invalid } from './refusal.ts'
import { hasTaxId, taxOn } from './tax.ts'

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update'
type Period = { start: number; end: number }

/** What an invoice would come to: subtotal, tax, and what is left to pay after the customer's credit; minor units. */
export function totals(act: Act, subscription: Subscription, lines: InvoiceLine[]) {
  const customer = find(act, 'customer', subscription.customer)
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  const tax = subscription.automatic_tax.enabled ? taxOn(subtotal, customer.address?.country, hasTaxId(customer)) : null
  const total = subtotal + (tax?.amount ?? 0)
  // A credit of the customer's stands as a negative balance.
  const left = total + customer.balance
  return { customer, subtotal, tax, total, due: Math.max(0, left), balance: Math.min(0, left) }
}

/** Makes a draft out of the lines and what waited for the next invoice. */
export function draftInvoice(
  act: Act,
  subscription: Subscription,
  fresh: InvoiceLine[],
  reason: BillingReason,
  period: Period,
): Invoice {
  const waiting = act.get('pending', subscription.id)?.lines ?? []
  if (waiting.length > 0) act.remove('pending', subscription.id)
  const id = newId('in_1', 23)
  const lines = [...waiting, ...fresh].map((line) => ({ ...line, invoice: id }))
  const { customer, subtotal, tax, total, due } = totals(act, subscription, lines)
  const invoice: Invoice = {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: null,
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: tax !== null,
      liability: tax ? { type: 'self' } : null,
      provider: tax ? 'stripe' : null,
      status: tax ? 'complete' : null,
    },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: act.at,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: customer.tax_ids?.data.map(({ type, value }) => ({ type, value })) ?? [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(lines, `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subscription: null,
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: subtotal,
    total_pretax_credit_amounts: [],
    total_taxes: tax
      ? [
          {
            amount: tax.amount,
            tax_behavior: 'exclusive',
            tax_rate_details: { tax_rate: `txr_${tax.percent}` },
            taxability_reason: tax.reason,
            taxable_amount: tax.percent === 0 ? 0 : subtotal,
            type: 'tax_rate_details',
          },
        ]
      : [],
    webhooks_delivered_at: act.at,
  }
  act.put('invoice', invoice)
  emit(act, 'invoice.created', invoice)
  return invoice
}

export function saveInvoice(act: Act, before: Invoice, changes: Partial<Invoice>, type = 'invoice.updated'): Invoice {
  const invoice = { ...before, ...changes }
  act.put('invoice', invoice)
  if (type === 'invoice.updated') emit(act, type, invoice, before)
  else emit(act, type, invoice)
  return invoice
}

/** Gives the draft its number and receipt page, and takes the customer's credit into account. */
export function finalise(act: Act, draft: Invoice): Invoice {
  if (draft.status !== 'draft')
    throw invalid('This invoice is already finalized, you can’t re-finalize a non-draft invoice.')
  const customer = find(act, 'customer', draft.customer)
  const number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  const ending = Math.min(0, draft.total + draft.starting_balance)
  saveCustomer(act, customer, {
    balance: ending,
    currency: draft.currency,
    next_invoice_sequence: customer.next_invoice_sequence + 1,
  })
  const open = saveInvoice(
    act,
    draft,
    {
      effective_at: act.at,
      ending_balance: ending,
      hosted_invoice_url: `${act.pages}/invoice/${draft.id}`,
      invoice_pdf: `${act.pages}/invoice/${draft.id}`,
      number,
      status: 'open',
      status_transitions: { ...draft.status_transitions, finalized_at: act.at },
    },
    'invoice.finalized',
  )
  return open.amount_due === 0 ? markPaid(act, open) : open
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

/** One line: the price for a period, or with `part` a credit or charge for a part of one. */
export function lineFor(
  act: Act,
  subscription: Subscription,
  price: Price,
  { amount, period, part }: { amount: number; period: Period; part?: 'unused' | 'remaining' | 'trial' },
): InvoiceLine {
  const name = act.get('product', price.product)?.name ?? 'Subscription'
  const every = price.recurring ? ` (per ${periodWords(price.recurring)})` : ''
  const words = {
    unused: `Unused time on ${name}${every}`,
    remaining: `Remaining time on ${name}${every}`,
    trial: `Trial period for ${name}`,
    whole: `${name}${every}`,
  }
  const item = subscription.items.data[0]
  return {
    id: newId('il_1', 23),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: words[part ?? 'whole'],
    discount_amounts: [],
    discountable: part === undefined,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: part === 'unused' || part === 'remaining',
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item?.id ?? '',
      },
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
      price_details: { price: price.id, product: price.product },
    },
    quantity: 1,
    quantity_decimal: '1',
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}
