import { newId, type Act } from '../state/act.ts'
import type { InvoiceLine, Price, Subscription } from '../state/kinds.ts'
import { periodWords } from '../state/money.ts'

/** From and to, in seconds. */
export type Period = { start: number; end: number }

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
    quantity: 1,
    quantity_decimal: '1',
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}
