import type { SubscriptionType } from './subscription.ts'

/** Billing periods of the specification §1. */
export type Interval = 'week' | 'month' | 'year'

/** What a person can have of a product, as the operator's catalogue says it. Money in minor units (cents for USD). */
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
}

/** A plan as the API answers it: `price` in major units, `description` and `conditions` as base64 of UTF-8. */
export type PlanView = {
  id: string
  name: string
  title: string
  product: string
  type: SubscriptionType
  price: number
  currency: string
  recurringInterval: Interval | null
  recurringIntervalCount: number | null
  durationInDays: number | null
  description: string
  conditions: string
  requiresAffirmation: boolean
}

/** How many digits stand behind the decimal point of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** The amount in major units: 118800, 'usd' is 1188. */
export function majorUnits(minor: number, currency: string): number {
  return Number((minor / 10 ** currencyDigits(currency)).toFixed(currencyDigits(currency)))
}

/** An amount in major units as people read it: 1188, 'usd' in en-GB is 'US$1,188.00'. */
export function priceText(price: number, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(price)
}

/** A UTC day written out: '20 December 2026' in en-GB. Takes an ISO 8601 date or a date. */
export function longDate(day: string | Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}

/** Base64 of UTF-8 as text, decoded once. Text that is no base64 stays as it is. */
export function decodeText(base64: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)))
  } catch {
    return base64
  }
}

/** Text as base64 of its UTF-8. */
export function encodeText(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
}

export function viewPlan(plan: Plan): PlanView {
  const { priceMinor, description, conditions, ...rest } = plan
  return {
    ...rest,
    id: plan.name,
    price: majorUnits(priceMinor, plan.currency),
    description: encodeText(description),
    conditions: encodeText(conditions),
  }
}
