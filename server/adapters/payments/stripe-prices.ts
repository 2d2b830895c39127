import { Stripe } from 'stripe'
import { z } from 'zod'
import { priceIntervals } from '../../../domain/catalogue/interval.ts'
import type { PlanTerms } from '../../../domain/subscription/subscription.ts'
import type { OfferedPrice, Payments, PriceDifference } from './port.ts'
import { isUnsupported } from './stripe-faults.ts'

/** The catalogue's plans as the provider's prices, found by lookup keys: the plans' names. */
type Prices = {
  /** Creates the prices that are missing or differ from the catalogue. */
  offer: Payments['offerPrices']
  /** Asks for every plan's price, and keeps those that can be sold. */
  check: Payments['checkPrices']
  /**
   * Does something with the id of a plan's price. The provider is asked for it once; where it then refuses the request, the
   * price may have been archived or replaced since: another one is tried, once. Rejects with PlanNotSold where there is none.
   */
  use<T>(plan: PlanTerms, work: (price: string) => Promise<T>): Promise<T>
  /** The plan of each price found so far. */
  planOf: ReadonlyMap<string, string>
}

/** A plan without a price that fits the catalogue. The message can be shown to administrators as it is. */
export class PlanNotSold extends Error {}

export function createPrices(stripe: Stripe): Prices {
  const priceOfPlan = new Map<string, string>()
  const planOf = new Map<string, string>()

  const check: Prices['check'] = async (plans) => {
    const found = await findPrices(stripe, plans)
    const archived = await archivedProducts(stripe, found).catch((error: unknown) => {
      // A restricted key may not read products, of which the start warned: prices can be sold all the same. So they can where
      // the response has no products: Stripe itself refuses to sell an archived one.
      const isRefused = isUnsupported(error) || error instanceof Stripe.errors.StripeInvalidRequestError
      if (!isRefused && !(error instanceof z.ZodError)) throw error
      return new Set<string>()
    })
    const faults = new Map<string, string>()
    for (const plan of plans) {
      const price = found.get(plan.name)
      const differences = [...priceFaults(plan, price), ...productFaults(plan, price, archived)]
      if (price) planOf.set(price.id, plan.name)
      // A price that differs is never sold, however often it is asked for.
      if (price && differences.length === 0) priceOfPlan.set(plan.name, price.id)
      else {
        priceOfPlan.delete(plan.name)
        faults.set(plan.name, differences.join(' '))
      }
    }
    return faults
  }

  const lookUp = async (plan: PlanTerms): Promise<string> => {
    const fault = (await check([plan])).get(plan.name)
    if (fault !== undefined) throw new PlanNotSold(fault)
    return priceOfPlan.get(plan.name) ?? ''
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
    async use(plan, work) {
      const kept = priceOfPlan.get(plan.name)
      if (kept === undefined) return work(await lookUp(plan))
      try {
        return await work(kept)
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        const now = await lookUp(plan)
        if (now === kept) throw error
        return work(now)
      }
    },
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
const timeoutMs = 3000

/** Prices with the plans' names, inactive ones too: a lookup key belongs to one price (docs.stripe.com/api/prices/create, `transfer_lookup_key`). */
export async function readPrices(
  stripe: Stripe,
  plans: readonly PlanTerms[],
): Promise<ReadonlyMap<string, OfferedPrice>> {
  const found = await listPrices(stripe, plans, {}, { timeout: timeoutMs })
  return new Map(
    plans.flatMap((plan) => {
      const price = found.get(plan.name)
      return price ? [[plan.name, { differences: differencesOf(plan, price), price: viewed(price) }] as const] : []
    }),
  )
}

function viewed({ id, active, unit_amount: amount, currency, recurring }: Stripe.Price): OfferedPrice['price'] {
  return {
    id,
    active,
    amount,
    currency,
    interval: priceIntervals.find((one) => one === recurring?.interval) ?? null,
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
    // The shop marks every price as excluding tax.
    taxInclusive: price.tax_behavior === 'inclusive',
  }
  return (Object.keys(found) as PriceDifference[]).filter((difference) => found[difference])
}

const productOf = ({ product }: Stripe.Price) => (typeof product === 'string' ? product : product.id)

/** The archived products among those of the prices: Stripe sells none of theirs (docs.stripe.com/products-prices/manage-prices). */
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

/** How a price differs from its plan, as sentences that name the plan; none if the plan can be sold. */
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
