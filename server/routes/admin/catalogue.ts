import type { Output } from '../../../contract/contract.ts'
import { majorUnits, type Plan } from '../../../domain/catalogue/plan.ts'
import type { OfferedPrice, Payments } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/calls/contract-routes.ts'
import { ownedPlans } from '../../store/admin/users-list/owned-plans.ts'
import { planHolders } from '../../store/admin/users-list/owned-plans.ts'
import { createPriceReading } from './price-reading.ts'

type Catalogue = Output<'GET /api/v1/catalogue'>

const nobody = { active: 0, pending: 0 }

/** Handles the call about the catalogue beside the provider's values; nothing can be changed here. */
export function catalogueHandlers(context: AppContext, payments: Payments) {
  const { plans, products } = context.catalogue
  const ask = createPriceReading(context, payments)
  return {
    async 'GET /api/v1/catalogue'() {
      const [{ at, prices }, counted, owned] = await Promise.all([
        ask(),
        planHolders(context.db),
        ownedPlans(context.db),
      ])
      const holders = new Map(counted.map(({ plan, ...count }) => [plan, count]))
      return {
        askedAt: prices ? at.toISOString() : null,
        products: [...products.values()].map(({ key, title, exportClassification }) => ({
          key,
          title,
          exportClassification,
        })),
        plans: [...plans.values()].map((plan) => ({
          ...viewPlan(plan),
          holders: holders.get(plan.name) ?? nobody,
          provider: plan.type === 'trial' || !prices ? null : viewPrice(prices.get(plan.name), payments),
        })),
        withdrawn: owned
          .filter(({ name }) => !plans.has(name))
          .map((plan) => ({ ...plan, holders: holders.get(plan.name) ?? nobody })),
      }
    },
  } satisfies Partial<Handlers>
}

function viewPlan(plan: Plan): Omit<Catalogue['plans'][number], 'holders' | 'provider'> {
  const { name, title, product, type, priceMinor, currency, durationInDays, requiresAffirmation } = plan
  const { recurringInterval, recurringIntervalCount, recommended = false } = plan
  return {
    name,
    title,
    product,
    type,
    price: majorUnits(priceMinor, currency),
    currency,
    recurringInterval,
    recurringIntervalCount,
    durationInDays,
    recommended,
    requiresAffirmation,
  }
}

function viewPrice(offered: OfferedPrice | undefined, { linkTo }: Payments): Catalogue['plans'][number]['provider'] {
  if (!offered) return { differences: ['missing'], price: null }
  const { differences, price } = offered
  const { id, active, amount, currency, interval, intervalCount } = price
  return {
    differences,
    price: {
      id,
      url: linkTo(id),
      active,
      amount: amount === null ? null : majorUnits(amount, currency),
      currency,
      recurringInterval: interval,
      recurringIntervalCount: intervalCount,
    },
  }
}
