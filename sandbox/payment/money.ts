// Stripe's own lists, which differ from ISO 4217 here and there.
const whole = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const thousandths = new Set('bhd jod kwd omr tnd'.split(' '))

/** How many digits of an amount stand behind the point: 2 for usd, 0 for jpy, 3 for kwd. */
export function decimals(currency: string): number {
  if (whole.has(currency)) return 0
  return thousandths.has(currency) ? 3 : 2
}

/** An amount in minor units as people read it: 118800, 'usd' is US$1,188.00. */
export function money(amount: number, currency: string): string {
  const digits = decimals(currency)
  return new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits)
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A moment in seconds as the day people read, in UTC: 20 December 2026. */
export function longDay(seconds: number): string {
  return dates.format(new Date(seconds * 1000))
}

/** What a price is paid for: 'month', '3 months'. */
export function periodWords({ interval, interval_count }: { interval: string; interval_count: number }): string {
  return interval_count === 1 ? interval : `${interval_count} ${interval}s`
}
