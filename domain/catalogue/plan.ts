import type { Interval } from './interval.ts'
import type { Translations } from './translations.ts'

export const subscriptionTypes = ['trial', 'subscription'] as const

export type SubscriptionType = (typeof subscriptionTypes)[number]

/** A plan of a product, as in the operator's catalogue. Money in minor units (cents for USD). */
export type Plan = {
  name: string
  title: string
  product: string
  type: SubscriptionType
  priceMinor: number
  currency: string
  recurringInterval: Interval | null
  recurringIntervalCount: number | null
  durationInDays: number | null
  description: string
  conditions: string
  requiresAffirmation: boolean
  /** The one plan of the catalogue that the pricing page recommends. */
  recommended?: boolean
  /** The number of days by which its owner can extend a trial, once. */
  extensionInDays?: number | null
  /** What a licence of this plan enables in the program. */
  features?: readonly string[]
  translations?: Translations
}

/** The illustrations of the sample shop's products. */
export const samplePictures = ['sample-analytics', 'sample-statistics'] as const

/** A plan as the API returns it: `price` in major units, `description` and `conditions` as base64 of UTF-8. */
export type PlanView = Required<Omit<Plan, 'priceMinor' | 'extensionInDays' | 'features' | 'translations'>> & {
  id: string
  productTitle: string
  /** The picture of the product on the trial page: one of `samplePictures` or an https address; null for none. */
  productPicture: string | null
  price: number
  /** False while it cannot be bought. */
  purchasable: boolean
}

// Stripe's own lists (docs.stripe.com/currencies#zero-decimal and #three-decimal). They differ from ISO 4217 and from
// Node's locale data, which changes between versions: an amount must always mean the same to Stripe and the shop.
const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const threeDecimal = new Set('bhd jod kwd omr tnd'.split(' '))
/** The currencies without two decimals, by their number of decimals. */
export const specialCurrencies: Record<0 | 3, readonly string[]> = { 0: [...zeroDecimal], 3: [...threeDecimal] }
/** Currencies with two decimals in the API, of which Stripe charges none (docs.stripe.com/currencies#special-cases). */
const wholeOnly = new Set(['isk', 'ugx'])

/** Returns the number of decimals of a currency in lower case: 2 for usd, 0 for jpy, 3 for kwd. */
export function currencyDigits(currency: string): number {
  if (zeroDecimal.has(currency)) return 0
  return threeDecimal.has(currency) ? 3 : 2
}

/** Returns an amount in minor units: 19.99, 'usd' is 1999. Null if it has more decimals than the currency. */
export function minorUnits(price: number, currency: string): number | null {
  const minor = Math.round(price * 10 ** currencyDigits(currency))
  return Number.isSafeInteger(minor) && majorUnits(minor, currency) === price ? minor : null
}

/** Returns the number of decimals that Stripe charges and refunds: for some currencies fewer than `currencyDigits`. */
export function chargedDigits(currency: string): number {
  return wholeOnly.has(currency) ? 0 : Math.min(currencyDigits(currency), 2)
}

/** Returns why Stripe cannot charge an amount in minor units; null if it can. Ignores its minimum and maximum. */
export function chargeFault(minor: number, currency: string): string | null {
  if (threeDecimal.has(currency) && minor % 10 !== 0) return `in ${currency} the third decimal must be 0`
  if (wholeOnly.has(currency) && minor % 100 !== 0) return `in ${currency} it must be a whole number`
  return null
}

/** Returns an amount in major units: 118800, 'usd' is 1188. */
export function majorUnits(minor: number, currency: string): number {
  return Number((minor / 10 ** currencyDigits(currency)).toFixed(currencyDigits(currency)))
}

/** Returns an amount in major units as text: 1188, 'usd' in en-GB is 'US$1,188.00'. */
export function priceText(price: number, currency: string, locale: string): string {
  const digits = currencyDigits(currency)
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return nameDollar(new Intl.NumberFormat(locale, { style: 'currency', currency, ...shown }).format(price), currency)
}

/** Names the country of a dollar sign that a language writes alone: the US dollar is shown as US$ in every one. */
export function nameDollar(text: string, currency: string): string {
  return text.replace(/(?<![A-Z])\$(?![A-Z])/, `${currency.slice(0, 2).toUpperCase()}$$`)
}

/** Returns an amount in minor units as text: 118800, 'usd' in en-GB is 'US$1,188.00'. */
export function minorUnitsText(minor: number, currency: string, locale: string): string {
  return priceText(majorUnits(minor, currency), currency, locale)
}

/** Decodes base64 of UTF-8 once. Returns text that is not base64 unchanged. */
export function decodeText(base64: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)))
  } catch {
    return base64
  }
}

/** Encodes text as base64 of UTF-8. */
export function encodeText(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
}

type ShownProduct = { title: string; picture: string | null }

export function viewPlan(plan: Plan, shown: ShownProduct, purchasable = true): PlanView {
  const { priceMinor, description, conditions, recommended = false } = plan
  const { name, title, product, type, currency, recurringInterval, recurringIntervalCount, durationInDays } = plan
  return {
    id: name,
    name,
    title,
    product,
    type,
    currency,
    recurringInterval,
    recurringIntervalCount,
    durationInDays,
    requiresAffirmation: plan.requiresAffirmation,
    productTitle: shown.title,
    productPicture: shown.picture,
    recommended,
    purchasable,
    price: majorUnits(priceMinor, plan.currency),
    description: encodeText(description),
    conditions: encodeText(conditions),
  }
}
