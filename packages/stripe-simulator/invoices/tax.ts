import type { Transaction } from '../state/transaction.ts'
import type { Address, Customer, Price } from '../state/kinds.ts'
import { invalid, type Fault } from '../api/refusal.ts'

/** Standard rates in percent, enough to show a tax line. The real provider uses real rates. */
const rates: Record<string, number> = {
  AT: 20,
  BE: 21,
  DE: 19,
  DK: 25,
  ES: 21,
  FI: 25.5,
  FR: 20,
  IE: 23,
  IT: 22,
  NL: 21,
  PL: 23,
  PT: 23,
  SE: 25,
  AU: 10,
  CH: 8.1,
  GB: 20,
  JP: 10,
  NO: 25,
  NZ: 15,
  SG: 9,
}

export type Tax = {
  amount: number
  percent: number
  behavior: 'exclusive' | 'inclusive'
  reason: 'standard_rated' | 'reverse_charge' | 'not_collecting' | 'customer_exempt'
}

type Exempt = 'none' | 'exempt' | 'reverse'

export type TaxSituation = {
  country: string | null | undefined
  hasTaxId: boolean
  exempt: Exempt
  behavior: 'exclusive' | 'inclusive'
}

/** Returns the tax on an amount at the customer's place; a business with a tax id accounts for it itself. */
export function taxOn(amount: number, { country, hasTaxId, exempt, behavior }: TaxSituation): Tax {
  const percent = rates[country ?? ''] ?? 0
  if (percent === 0) return { amount: 0, percent, behavior, reason: 'not_collecting' }
  if (exempt === 'exempt') return { amount: 0, percent: 0, behavior, reason: 'customer_exempt' }
  if (hasTaxId || exempt === 'reverse') return { amount: 0, percent: 0, behavior, reason: 'reverse_charge' }
  const whole = behavior === 'exclusive' ? 100 : 100 + percent
  return { amount: Math.round((amount * percent) / whole), percent, behavior, reason: 'standard_rated' }
}

/**
 * Returns how a price's tax is calculated: its own behaviour, otherwise the account's; refuses if there is neither.
 * https://docs.stripe.com/tax/products-prices-tax-codes-tax-behavior
 */
export function behaviorOf(tx: Transaction, price: Price): TaxSituation['behavior'] {
  const behavior = ownBehavior(tx, price)
  if (behavior === null)
    throw invalid(
      `The price \`${price.id}\` does not have a \`tax_behavior\` set which is required for automatic tax computation. Please visit https://stripe.com/docs/tax/products-prices-tax-categories-tax-behavior#tax-behavior for more information.`,
    )
  return behavior
}

/** Like `behaviorOf`, for what is sold already, and never refused. */
export function ownBehavior({ settings }: Transaction, { tax_behavior: own }: Price): TaxSituation['behavior'] | null {
  return (['exclusive', 'inclusive'] as const).find((one) => one === own) ?? settings.taxBehavior
}

/** Stripe's refusal if it cannot locate the customer. https://docs.stripe.com/error-codes */
export const locationFault: Fault = {
  type: 'invalid_request_error',
  code: 'customer_tax_location_invalid',
  message:
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
}

/** Whether Stripe Tax can locate the customer. */
export function isLocated({ settings }: Transaction, address: Address | null): boolean {
  return settings.locationsRecognised && Boolean(address?.country)
}

export function exemptionOf(customer: Customer | undefined): Exempt {
  return (['exempt', 'reverse'] as const).find((one) => one === customer?.tax_exempt) ?? 'none'
}
