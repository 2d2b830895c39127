import { emit, find, newId, type Transaction } from '../state/transaction.ts'
import { discountAmounts, discounted, discountsOf, dropDiscount, isUsedUp, netOf, reductionOf } from './coupons.ts'
import type { Period } from './invoice-lines.ts'
import type { Customer, Invoice, InvoiceLine, Subscription } from '../state/kinds.ts'
import { listOf } from '../api/lists.ts'
import { itemOf } from '../subscriptions/subscriptions.ts'
import { exemptionOf, ownBehavior, taxOn, type TaxSituation } from './tax.ts'

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming'

/**
 * Returns the totals of lines: less coupons, with tax, and the amount left to pay after the customer's credit; minor
 * units.
 */
export function totals(tx: Transaction, subscription: Subscription, fresh: InvoiceLine[]) {
  const customer = find(tx, 'customer', subscription.customer)
  const lines = discounted(tx, fresh, discountsOf(tx, subscription).map(reductionOf))
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  const discounts = discountAmounts(lines)
  const net = lines.reduce((sum, line) => sum + netOf(line), 0)
  const tax = subscription.automatic_tax.enabled ? taxOn(net, taxedAs(tx, subscription, customer)) : null
  const total = net + (tax?.behavior === 'exclusive' ? tax.amount : 0)
  // A customer's credit is a negative balance.
  const left = total + customer.balance
  return {
    customer,
    lines,
    subtotal,
    discounts,
    net,
    tax,
    total,
    due: Math.max(0, left),
    balance: Math.min(0, left),
  }
}

function taxedAs(tx: Transaction, subscription: Subscription, customer: Customer): TaxSituation {
  return {
    country: customer.address?.country,
    hasTaxId: tx.all('tax_id').some((one) => one.customer === customer.id),
    exempt: exemptionOf(customer),
    behavior: ownBehavior(tx, itemOf(subscription).price) ?? 'exclusive',
  }
}

/** Creates a draft from the lines and pending items; it uses up a coupon for one invoice. */
export function draftInvoice(
  tx: Transaction,
  subscription: Subscription,
  fresh: InvoiceLine[],
  reason: BillingReason,
  period: Period,
): Invoice {
  const waiting = tx.get('pending', subscription.id)?.lines ?? []
  if (waiting.length > 0) tx.remove('pending', subscription.id)
  const invoice = composeInvoice(tx, subscription, [...waiting, ...fresh], {
    id: newId('in_1', 23),
    reason,
    period,
    at: tx.at,
  })
  tx.put('invoice', invoice)
  emit(tx, 'invoice.created', invoice)
  for (const discount of discountsOf(tx, subscription))
    if (isUsedUp(tx, discount, discountAmounts(invoice.lines.data))) dropDiscount(tx, discount)
  return invoice
}

/** Returns an invoice as it would be created, without storing it. */
export function composeInvoice(
  tx: Transaction,
  subscription: Subscription,
  fresh: InvoiceLine[],
  { id, reason, period, at }: { id: string; reason: BillingReason; period: Period; at: number },
): Invoice {
  const {
    customer,
    lines: priced,
    subtotal,
    discounts,
    net,
    tax,
    total,
    due,
    balance,
  } = totals(tx, subscription, fresh)
  const lines = priced.map((line) => ({ ...line, invoice: id }))
  const byBill = subscription.collection_method === 'send_invoice'
  const finalises = byBill || reason === 'subscription_cycle' ? at + tx.settings.draftSeconds : null
  return {
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
    automatically_finalizes_at: finalises,
    billing_reason: reason,
    collection_method: subscription.collection_method,
    created: at,
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
    customer_tax_ids: tx
      .all('tax_id')
      .filter((one) => one.customer === customer.id)
      .map(({ type, value }) => ({ type, value })),
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: discounts.map(({ discount }) => discount),
    due_date: byBill ? at + (subscription.days_until_due ?? 30) * 86_400 : null,
    effective_at: null,
    ending_balance: reason === 'upcoming' ? balance : null,
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
    next_payment_attempt: byBill ? null : finalises,
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
    total_discount_amounts: discounts,
    total_excluding_tax: net - (tax?.behavior === 'inclusive' ? tax.amount : 0),
    total_pretax_credit_amounts: [],
    total_taxes: tax
      ? [
          {
            amount: tax.amount,
            tax_behavior: tax.behavior,
            tax_rate_details: { tax_rate: `txr_${tax.percent}` },
            taxability_reason: tax.reason,
            taxable_amount: tax.percent === 0 ? 0 : net,
            type: 'tax_rate_details',
          },
        ]
      : [],
    webhooks_delivered_at: at,
  }
}
