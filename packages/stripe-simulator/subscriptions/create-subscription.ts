import { find, newId, type Transaction } from '../state/transaction.ts'
import type { Reader } from '../api/form.ts'
import { collect, type CollectionResult } from '../charging/collecting.ts'
import type { Presence } from '../charging/payments.ts'
import { lineItem } from '../checkout/checkout.ts'
import { requireCurrency } from '../customers/currencies.ts'
import { draftInvoice } from '../invoices/invoice-drafts.ts'
import { lineFor } from '../invoices/invoice-lines.ts'
import type { LineItem, Subscription } from '../state/kinds.ts'
import { itemOf, newSubscription, saveSubscription } from './subscriptions.ts'

/**
 * POST /v1/subscriptions, with a stored payment method: the first invoice is finalised and collected immediately, and a
 * failed payment leaves the subscription incomplete (`allow_incomplete`).
 * https://docs.stripe.com/api/subscriptions/create
 */
export function createSubscription(tx: Transaction, from: Reader): Subscription {
  const customer = find(tx, 'customer', from.needed('customer'), 'customer')
  const [line] = from.items('items').map((item, index) => lineItem(tx, item, index))
  const method = from.text('default_payment_method') ?? customer.invoice_settings.default_payment_method ?? ''
  find(tx, 'payment_method', method, 'default_payment_method')
  if (!line) from.needed('items')
  else requireCurrency(tx, customer, line.currency)
  const order = {
    id: newId('order_', 14),
    items: line ? [line] : [],
    metadata: from.metadata(),
    description: from.text('description') ?? null,
    trialDays: from.integer('trial_period_days') ?? 0,
    discounts: [],
  }
  const automaticTax = from.inner('automatic_tax').flag('enabled') ?? false
  const made = newSubscription(tx, { order, line: line as LineItem, customer: customer.id, method, automaticTax })
  billFirst(tx, made, line as LineItem, method, 'away')
  return find(tx, 'subscription', made.id)
}

/** Creates and collects the first invoice: for the first period, or for nothing during a trial. */
export function billFirst(
  tx: Transaction,
  subscription: Subscription,
  { price, amount_subtotal: amount }: LineItem,
  method: string,
  presence: Presence,
): CollectionResult {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription)
  const trial = subscription.status === 'trialing'
  const line = lineFor(tx, subscription, price, {
    amount: trial ? 0 : amount,
    period: { start, end },
    ...(trial && { part: 'trial' as const }),
  })
  const draft = draftInvoice(tx, subscription, [line], 'subscription_create', { start: tx.at, end: tx.at })
  saveSubscription(tx, subscription, { latest_invoice: draft.id })
  return collect(tx, draft, { method, presence, by: 'person' })
}
