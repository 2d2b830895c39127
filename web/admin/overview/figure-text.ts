import { nameDollar } from '../../../domain/catalogue/plan.ts'
import { locale } from '#words/locale.ts'

const utc = { timeZone: 'UTC' } as const
const write = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, ...utc })
  return (day: string) => format.format(new Date(day))
}

export const monthShort = write({ month: 'short' })
export const monthLong = write({ month: 'long', year: 'numeric' })
export const dayShort = write({ day: 'numeric', month: 'short' })
export const dayLong = write({ dateStyle: 'long' })
export const momentText = write({ dateStyle: 'long', timeStyle: 'short' })

const numbers = new Intl.NumberFormat(locale)
export const countText = (count: number) => numbers.format(count)
/** With three digits, for a chart. */
export function roundMoney(amount: number, currency: string): string {
  const shown = {
    style: 'currency',
    currency,
    maximumSignificantDigits: 3,
    notation: 'compact',
    useGrouping: 'always',
  } as const
  return nameDollar(new Intl.NumberFormat(locale, shown).format(amount), currency)
}

export function percent(part: number, whole: number): string {
  return whole === 0
    ? '–'
    : new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
        // Minus zero would be written as "-0.0%".
        part === 0 ? 0 : part / whole,
      )
}
export const share = (part: number, whole: number) => (whole === 0 ? '' : Math.round((part / whole) * 10_000) / 10_000)
