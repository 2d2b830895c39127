import { newId, type Transaction } from '../state/transaction.ts'
import type { InvoiceLine, Price, Subscription } from '../state/kinds.ts'
import { periodWords } from '../state/money.ts'

/** Start and end, in seconds. */
export type Period = { start: number; end: number }

/**
 * Returns one line: the price for a period, or with `part` a credit or charge for a part of one; for the item's
 * quantity by default.
 */
export function lineFor(
  tx: Transaction,
  subscription: Subscription,
  price: Price,
  line: { amount: number; period: Period; part?: 'unused' | 'remaining' | 'trial'; quantity?: number },
): InvoiceLine {
  const { amount, period, part } = line
  const item = subscription.items.data[0]
  const quantity = line.quantity ?? item?.quantity ?? 1
  const product = tx.get('product', price.product)?.name ?? 'Subscription'
  const name = quantity === 1 ? product : `${quantity} × ${product}`
  const every = price.recurring ? ` (per ${periodWords(price.recurring)})` : ''
  const words = {
    unused: `Unused time on ${name}${every}`,
    remaining: `Remaining time on ${name}${every}`,
    trial: `Trial period for ${name}`,
    whole: `${name}${every}`,
  }
  return {
    id: newId('il_1', 23),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: words[part ?? 'whole'],
    discount_amounts: [],
    discountable: part === undefined || part === 'remaining',
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
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}
