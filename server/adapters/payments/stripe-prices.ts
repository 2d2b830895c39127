import type { Stripe } from 'stripe'
import type { PlanTerms } from '../../../core/subscription.ts'
import type { Payments } from './port.ts'

/** The catalogue's plans as the provider's prices, found by lookup keys: the plans' names. */
type Prices = {
  /** Makes the prices that are missing or other than the catalogue says. */
  offer: Payments['offerPrices']
  /** Rejects with one sentence that names every plan whose price is missing or another. */
  check: Payments['checkPrices']
  /** The id of a plan's price; the provider is asked once. */
  of(plan: PlanTerms): Promise<string>
  /** The plan of each price known so far. */
  planOf: ReadonlyMap<string, string>
}

export function createPrices(stripe: Stripe): Prices {
  const priceOfPlan = new Map<string, string>()
  const planOf = new Map<string, string>()

  async function find({ name }: { name: string }): Promise<Stripe.Price | undefined> {
    const { data } = await stripe.prices.list({ lookup_keys: [name], active: true, limit: 1 })
    return data[0]
  }

  const check: Prices['check'] = async (plans) => {
    const faults: string[] = []
    for (const plan of plans) {
      const price = await find(plan)
      const fault = priceFault(plan, price)
      if (fault) faults.push(fault)
      if (!price) continue
      priceOfPlan.set(plan.name, price.id)
      planOf.set(price.id, plan.name)
    }
    if (faults.length > 0)
      throw new Error(`The payment provider's prices do not fit the catalogue: ${faults.join('; ')}.`)
  }

  return {
    async offer(plans, titleOf) {
      for (const plan of plans) {
        if (!priceFault(plan, await find(plan))) continue
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
    planOf,
  }
}

function priceFault(plan: PlanTerms, price: Stripe.Price | undefined): string | null {
  if (!price) return `"${plan.name}" has none with that lookup key`
  const wanted = `${plan.priceMinor} ${plan.currency} every ${plan.recurringIntervalCount} ${plan.recurringInterval}`
  const found = `${price.unit_amount} ${price.currency} every ${price.recurring?.interval_count} ${price.recurring?.interval}`
  return wanted === found ? null : `"${plan.name}" is ${wanted} here and ${found} there`
}
