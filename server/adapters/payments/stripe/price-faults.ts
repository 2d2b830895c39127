import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { PlanTerms } from '../../../../domain/subscription/subscription.ts'
import type { PriceDifference } from '../port.ts'

/** Returns in which ways a price differs from its plan. */
export function differencesOf(plan: PlanTerms, price: Stripe.Price): PriceDifference[] {
  const { recurring, unit_amount: amount, currency } = price
  const sameInterval =
    recurring?.interval === plan.recurringInterval && recurring.interval_count === plan.recurringIntervalCount
  const found: Record<PriceDifference, boolean> = {
    inactive: !price.active,
    amount: amount !== plan.priceMinor || currency !== plan.currency,
    interval: !sameInterval,
    metered: recurring?.usage_type === 'metered',
    tiered: price.billing_scheme === 'tiered',
    // The shop marks every price as excluding tax.
    taxInclusive: price.tax_behavior === 'inclusive',
  }
  return (Object.keys(found) as PriceDifference[]).filter((difference) => found[difference])
}

const productOf = ({ product }: Stripe.Price) => (typeof product === 'string' ? product : product.id)

/**
 * Returns the archived products of the prices: Stripe sells nothing of them
 * (docs.stripe.com/products-prices/manage-prices).
 */
export async function archivedProducts(
  stripe: Stripe,
  prices: ReadonlyMap<string, Stripe.Price>,
): Promise<ReadonlySet<string>> {
  if (prices.size === 0) return new Set()
  const ids = [...new Set([...prices.values()].map(productOf))]
  const { data } = products.parse(await stripe.products.list({ ids, limit: 100 }))
  return new Set(data.filter(({ active }) => !active).map(({ id }) => id))
}

const products = z.object({ data: z.array(z.object({ id: z.string(), active: z.boolean() })) })

export function productFaults(
  { name }: Pick<PlanTerms, 'name'>,
  price: Stripe.Price | undefined,
  archived: ReadonlySet<string>,
): string[] {
  return price && archived.has(productOf(price))
    ? [`The price of "${name}" belongs to an archived product at Stripe.`]
    : []
}

/**
 * Returns the differences of a price from its plan, as sentences with the plan's name; none if the plan can be sold.
 */
export function priceFaults(plan: PlanTerms, price: Stripe.Price | undefined): string[] {
  const name = `"${plan.name}"`
  if (!price) return [`No active price at Stripe has the lookup key ${name}.`]
  const { recurring } = price
  const wanted = `${plan.priceMinor} ${plan.currency} every ${plan.recurringIntervalCount} ${plan.recurringInterval}`
  const found = `${price.unit_amount} ${price.currency} every ${recurring?.interval_count} ${recurring?.interval}`
  const differs = new Set(differencesOf(plan, price))
  return [
    ...(differs.has('amount') || differs.has('interval')
      ? [`The price of ${name} is ${wanted} here and ${found} at Stripe.`]
      : []),
    ...(differs.has('metered') ? [`The price of ${name} is billed by usage at Stripe, not per period.`] : []),
    ...(differs.has('tiered') ? [`The price of ${name} is tiered at Stripe, not one per unit.`] : []),
    ...(differs.has('taxInclusive') ? [`The price of ${name} includes tax at Stripe and excludes it here.`] : []),
  ]
}
