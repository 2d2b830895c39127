import type { Stripe } from 'stripe'
import type { PlanTerms } from '../../../domain/subscription/subscription.ts'
import type { OfferedPrice, Payments, PriceDifference } from './port.ts'

/** The catalogue's plans as the provider's prices, found by lookup keys: the plans' names. */
type Prices = {
  /** Makes the prices that are missing or other than the catalogue says. */
  offer: Payments['offerPrices']
  /** Rejects with PriceFaults: one sentence that names every plan whose price is missing or another. */
  check: Payments['checkPrices']
  /** The id of a plan's price; the provider is asked once. */
  of(plan: PlanTerms): Promise<string>
  /** Has a plan's price looked up again. */
  forget(plan: Pick<PlanTerms, 'name'>): void
  /** The plan of each price found so far. */
  planOf: ReadonlyMap<string, string>
}

/** Prices at the provider that are not those of the catalogue. The message can be shown as it is. */
export class PriceFaults extends Error {
  constructor(faults: readonly string[]) {
    super(`The payment provider's prices do not fit the catalogue: ${faults.join('; ')}.`)
  }
}

export function createPrices(stripe: Stripe): Prices {
  const priceOfPlan = new Map<string, string>()
  const planOf = new Map<string, string>()

  const check: Prices['check'] = async (plans) => {
    const found = await findPrices(stripe, plans)
    const faults = plans.flatMap((plan) => {
      const price = found.get(plan.name)
      const differences = priceFaults(plan, price)
      if (price) planOf.set(price.id, plan.name)
      // A price that differs is never sold, however often it is asked for.
      if (price && differences.length === 0) priceOfPlan.set(plan.name, price.id)
      return differences
    })
    if (faults.length > 0) throw new PriceFaults(faults)
  }

  return {
    async offer(plans, titleOf) {
      const found = await findPrices(stripe, plans)
      for (const plan of plans) {
        if (priceFaults(plan, found.get(plan.name)).length === 0) continue
        const { recurringInterval, recurringIntervalCount } = plan
        if (!recurringInterval || !recurringIntervalCount) continue
        const product = await stripe.products
          .retrieve(plan.product)
          .catch(() => stripe.products.create({ id: plan.product, name: titleOf(plan.product) }))
        await stripe.prices.create({
          product: product.id,
          currency: plan.currency,
          unit_amount: plan.priceMinor,
          recurring: { interval: recurringInterval, interval_count: recurringIntervalCount },
          lookup_key: plan.name,
          transfer_lookup_key: true,
          nickname: plan.title,
        })
      }
    },
    check,
    async of(plan) {
      if (!priceOfPlan.has(plan.name)) await check([plan])
      return priceOfPlan.get(plan.name) ?? ''
    },
    forget: ({ name }) => void priceOfPlan.delete(name),
    planOf,
  }
}

/**
 * The plan a price belongs to: the one it was found for, else the one its lookup key names. A shop that started while the
 * provider was unreachable, or on an older catalogue, thus recognises a change of plan all the same.
 */
export function planNameOfPrice(
  price: Pick<Stripe.Price, 'id' | 'lookup_key'>,
  known: ReadonlyMap<string, string>,
): string | null {
  return known.get(price.id) ?? price.lookup_key
}

/** As many lookup keys as one call accepts (docs.stripe.com/api/prices/list). */
const keysPerCall = 10

/** The active prices that bear the plans' names; plans without one are left out. */
export function findPrices(
  stripe: Stripe,
  plans: readonly Pick<PlanTerms, 'name'>[],
): Promise<Map<string, Stripe.Price>> {
  return listPrices(stripe, plans, { active: true })
}

async function listPrices(
  stripe: Stripe,
  plans: readonly Pick<PlanTerms, 'name'>[],
  filter: Stripe.PriceListParams,
  options: Stripe.RequestOptions = {},
): Promise<Map<string, Stripe.Price>> {
  const names = plans.map(({ name }) => name)
  const chunks = Array.from({ length: Math.ceil(names.length / keysPerCall) }, (_, index) =>
    names.slice(index * keysPerCall, (index + 1) * keysPerCall),
  )
  const lists = await Promise.all(
    chunks.map((keys) => stripe.prices.list({ ...filter, lookup_keys: keys, limit: 100 }, options)),
  )
  return new Map(lists.flatMap(({ data }) => data.map((price) => [price.lookup_key ?? '', price])))
}

/** For how long, in ms, a page waits for the prices. */
const patience = 3000

/** Prices with the plans' names, inactive ones too: a lookup key belongs to one price (docs.stripe.com/api/prices/create, `transfer_lookup_key`). */
export async function readPrices(
  stripe: Stripe,
  plans: readonly PlanTerms[],
): Promise<ReadonlyMap<string, OfferedPrice>> {
  const found = await listPrices(stripe, plans, {}, { timeout: patience })
  return new Map(
    plans.flatMap((plan) => {
      const price = found.get(plan.name)
      return price ? [[plan.name, { differences: differencesOf(plan, price), price: viewed(price) }] as const] : []
    }),
  )
}

const intervals = ['day', 'week', 'month', 'year'] as const

function viewed({ id, active, unit_amount: amount, currency, recurring }: Stripe.Price): OfferedPrice['price'] {
  return {
    id,
    active,
    amount,
    currency,
    interval: intervals.find((one) => one === recurring?.interval) ?? null,
    intervalCount: recurring?.interval_count ?? null,
  }
}

function differencesOf(plan: PlanTerms, price: Stripe.Price): PriceDifference[] {
  const { recurring, unit_amount: amount, currency } = price
  const sameInterval =
    recurring?.interval === plan.recurringInterval && recurring.interval_count === plan.recurringIntervalCount
  const found: Record<PriceDifference, boolean> = {
    inactive: !price.active,
    amount: amount !== plan.priceMinor || currency !== plan.currency,
    interval: !sameInterval,
    metered: recurring?.usage_type === 'metered',
    tiered: price.billing_scheme === 'tiered',
    // The shop says of every price that it excludes tax.
    taxInclusive: price.tax_behavior === 'inclusive',
  }
  return (Object.keys(found) as PriceDifference[]).filter((difference) => found[difference])
}

/** How a price differs from its plan, each as the part of a sentence that names the plan; none if the plan can be sold. */
export function priceFaults(plan: PlanTerms, price: Stripe.Price | undefined): string[] {
  const name = `"${plan.name}"`
  if (!price) return [`${name} has none with that lookup key`]
  const { recurring } = price
  const wanted = `${plan.priceMinor} ${plan.currency} every ${plan.recurringIntervalCount} ${plan.recurringInterval}`
  const found = `${price.unit_amount} ${price.currency} every ${recurring?.interval_count} ${recurring?.interval}`
  const differs = new Set(differencesOf(plan, price))
  return [
    ...(differs.has('amount') || differs.has('interval') ? [`${name} is ${wanted} here and ${found} there`] : []),
    ...(differs.has('metered') ? [`${name} is billed by usage there, not per period`] : []),
    ...(differs.has('tiered') ? [`${name} has a tiered price there, not one per unit`] : []),
    ...(differs.has('taxInclusive') ? [`${name} includes tax there and excludes it here`] : []),
  ]
}
