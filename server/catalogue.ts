import type { Plan } from '../domain/catalogue/plan.ts'
import { inLanguage } from '../domain/catalogue/translations.ts'
import type { Language } from '../domain/language.ts'
import type { Countries } from '../domain/screening/screening.ts'
import type { Product } from './catalogue-shape.ts'

/**
 * The operator's catalogue, checked at the start. Plans keep the file's order; the first trial is the shop's home page.
 */
export type Catalogue = {
  products: ReadonlyMap<string, Product>
  /** The product that is included in each plan; null if there is none. */
  companion: string | null
  plans: ReadonlyMap<string, Plan>
  countries: Countries
}

/** A plan, of the catalogue or of a subscription, with its texts in a language. */
export function planIn<P extends { name: string; title: string }>(
  { plans }: Pick<Catalogue, 'plans'>,
  plan: P,
  language: Language,
): P {
  return inLanguage(plan, plans.get(plan.name), language)
}

/** Returns the title of a product in a language; of a product that the catalogue no longer has, its key. */
export function productTitle({ products }: Pick<Catalogue, 'products'>, key: string, language: Language): string {
  const product = products.get(key)
  return product ? inLanguage(product, product, language).title : key
}

/** Returns the title of a product as the operator wrote it; of a product that the catalogue no longer has, its key. */
export function vendorTitle({ products }: Pick<Catalogue, 'products'>, key: string): string {
  return products.get(key)?.title ?? key
}

/** Returns the plans for which people pay. */
export function paidPlans({ plans }: Pick<Catalogue, 'plans'>): Plan[] {
  return [...plans.values()].filter(({ type }) => type === 'subscription')
}

/** Returns the catalogue's first trial, which `/` offers, and which applies to a registration without a plan. */
export function firstTrial(catalogue: Catalogue): Plan {
  const trial = [...catalogue.plans.values()].find((plan) => plan.type === 'trial')
  if (!trial) throw new Error('a checked catalogue has a trial')
  return trial
}
