import type { Customer } from './kinds.ts'

/** Standard rates in percent: enough to see a tax line. Real rates are the real provider's business. */
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

export type Tax = { amount: number; percent: number; reason: 'standard_rated' | 'reverse_charge' | 'not_collecting' }

/** The tax on an amount that excludes it, where the customer is; a business that gave its tax id accounts for it itself. */
export function taxOn(amount: number, country: string | null | undefined, hasTaxId: boolean): Tax {
  const percent = rates[country ?? ''] ?? 0
  if (percent === 0) return { amount: 0, percent, reason: 'not_collecting' }
  if (hasTaxId) return { amount: 0, percent: 0, reason: 'reverse_charge' }
  return { amount: Math.round((amount * percent) / 100), percent, reason: 'standard_rated' }
}

/** Whether the customer has given a tax id; the stand-in keeps it where its page put it. */
export function hasTaxId(customer: Customer): boolean {
  return (customer.tax_ids?.data.length ?? 0) > 0
}
