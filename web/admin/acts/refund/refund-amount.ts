import { currencyDigits } from '../../../../domain/catalogue/plan.ts'
import { locale } from '#words/locale.ts'

/** Returns all that is left, as text. */
export function amountField({ left, currency }: { left: number; currency: string }): string {
  const digits = currencyDigits(currency)
  const written = { useGrouping: false, minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(locale, written).format(left)
}

/**
 * Reads an entered amount, with a point or a comma before the decimals; undefined if it is invalid, or has more
 * decimals than the currency, as a thousands separator would make.
 */
export function readAmount(typed: string, currency: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:[.,](\d+))?$/.exec(typed.trim()) ?? []
  return whole === undefined || decimals.length > currencyDigits(currency) ? undefined : Number(`${whole}.${decimals}`)
}
