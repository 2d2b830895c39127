import { emit, find, newId, type Act } from './act.ts'
import type { Period } from './invoice-lines.ts'
import type { Invoice, InvoiceLine, Subscription } from './kinds.ts'
import { listOf } from './lists.ts'
import { hasTaxId, taxOn } from './tax.ts'

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update'

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
