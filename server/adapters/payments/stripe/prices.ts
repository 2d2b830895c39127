import { Stripe } from 'stripe'
import { z } from 'zod'
import { priceIntervals } from '../../../../domain/catalogue/interval.ts'
import type { PlanTerms } from '../../../../domain/subscription/subscription.ts'
import type { OfferedPrice, Payments } from '../port.ts'
import { isUnsupported, PlanNotSold } from './faults.ts'
import { archivedProducts, priceFaults, productFaults, differencesOf } from './price-faults.ts'

/** Finds the provider's prices of the catalogue's plans by lookup key, which is the plan's name. */
type Prices = {
  /** Creates the prices that are missing or differ from the catalogue. */
  offer: Payments['offerPrices']
  /** Requests every plan's price, and keeps those that can be sold. */
  check: Payments['checkPrices']
  /**
   * Runs work with the id of a plan's price. The price is looked up once; if the provider then refuses the request, it
   * may have been archived or replaced, and another one is tried, once. Rejects with PlanNotSold if there is none.
   */
  use<T>(plan: PlanTerms, work: (price: string) => Promise<T>): Promise<T>
  /** The plans of the prices found so far. */
  planOf: ReadonlyMap<string, string>
}

export function createPrices(stripe: Stripe): Prices {
  const priceOfPlan = new Map<string, string>()
  const planOf = new Map<string, string>()

  const check: Prices['check'] = async (plans) => {
    const found = await findPrices(stripe, plans)
    const archived = await archivedProducts(stripe, found).catch((error: unknown) => {
      // A restricted key may lack permission for products, about which the start warned: prices can be sold
      // nevertheless. The same applies if the response has no products: Stripe itself refuses to sell an archived one.
      const isRefused = isUnsupported(error) || error instanceof Stripe.errors.StripeInvalidRequestError
      if (!isRefused && !(error instanceof z.ZodError)) throw error
      return new Set<string>()
    })
    const faults = new Map<string, string>()
    for (const plan of plans) {
      const price = found.get(plan.name)
      const differences = [...priceFaults(plan, price), ...productFaults(plan, price, archived)]
      if (price) planOf.set(price.id, plan.name)
      // A price that differs is never sold, however often it is requested.
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
 * Returns the plan of a price: the one for which it was found, otherwise the one in its lookup key. So a shop that
 * started while the provider was unavailable, or with an older catalogue, still recognises a change of plan.
 */
export function planNameOfPrice(
  price: Pick<Stripe.Price, 'id' | 'lookup_key'>,
  known: ReadonlyMap<string, string>,
): string | null {
  return known.get(price.id) ?? price.lookup_key
}

/** The maximum of lookup keys in one call (docs.stripe.com/api/prices/list). */
const keysPerCall = 10

/** Returns the active prices with the plans' names; plans without one are omitted. */
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

/** How long, in ms, a page waits for the prices. */
const timeoutMs = 3000

/**
 * Returns prices with the plans' names, including inactive ones: a lookup key belongs to one price
 * (docs.stripe.com/api/prices/create, `transfer_lookup_key`).
 */
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
