import type { Stripe } from 'stripe'
import type { PlanTerms } from '../../../../domain/subscription/subscription.ts'
import { archivedProducts, priceFaults, productFaults } from '../stripe/price-faults.ts'
import { ok, fault, warning, type Finding } from './findings.ts'

export type FoundPrices = ReadonlyMap<string, Stripe.Price>

export function judgePrices(plans: readonly PlanTerms[], prices: FoundPrices): Finding[] {
  const faults = plans.flatMap((plan) => priceFaults(plan, prices.get(plan.name)))
  if (faults.length === 0) return [ok('prices', `Stripe has the price of every paid plan (${plans.length}).`)]
  return faults.map((sentence) => fault('prices', sentence))
}

/** Stripe bills a customer in one currency at a time: docs.stripe.com/invoicing/multi-currency-customers. */
export function judgeCurrencies(plans: readonly PlanTerms[]): Finding[] {
  const currencies = [...new Set(plans.map(({ currency }) => currency.toUpperCase()))].toSorted()
  if (currencies.length < 2) return []
  return [
    warning(
      'prices',
      `The paid plans have different currencies (${currencies.join(', ')}): Stripe refuses customers a second subscription in another currency while the first is active.`,
    ),
  ]
}

export async function checkProducts(
  stripe: Stripe,
  plans: readonly PlanTerms[],
  finding: Promise<FoundPrices | null>,
): Promise<Finding[]> {
  const prices = (await finding) ?? new Map<string, Stripe.Price>()
  const archived = await archivedProducts(stripe, prices)
  return plans.flatMap((plan) =>
    productFaults(plan, prices.get(plan.name), archived).map((sentence) => fault('products', sentence)),
  )
}
