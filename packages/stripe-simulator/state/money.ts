// Stripe's own lists, which partly differ from ISO 4217. https://docs.stripe.com/currencies
const whole = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const thousandths = new Set('bhd jod kwd omr tnd'.split(' '))
/** Without decimals, but for compatibility their amounts have two, which must be zeros. */
const wholeInHundredths = new Set(['isk', 'ugx'])
const hundredths = new Set(
  (
    'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny cop ' +
    'crc cve czk dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg huf idr ils inr isk jmd kes kgs ' +
    'khr kyd kzt lak lbp lkr lrd lsl mad mdl mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen ' +
    'pgk php pkr pln qar ron rsd rub sar sbd scr sek sgd shp sle sos srd std szl thb tjs top try ttd twd tzs uah ugx ' +
    'uyu uzs wst xcd xcg yer zar zmw'
  ).split(' '),
)

/** Returns why Stripe does not accept an amount in that currency (lower case); null if it does. */
export function amountFault(amount: number, currency: string): string | null {
  if (!whole.has(currency) && !thousandths.has(currency) && !hundredths.has(currency))
    return `Invalid currency: ${currency}.`
  if (thousandths.has(currency) && amount % 10 !== 0) return `Amounts in ${currency} must end in 0.`
  if (wholeInHundredths.has(currency) && amount % 100 !== 0) return `Amounts in ${currency} must end in 00.`
  return null
}

/** The number of decimal places of a currency: 2 for usd, 0 for jpy, 3 for kwd. */
export function decimals(currency: string): number {
  if (whole.has(currency)) return 0
  return thousandths.has(currency) ? 3 : 2
}

/** Returns an amount in minor units as text: 118800, 'usd' is US$1,188.00. */
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

/** Returns a time in seconds as the UTC day in words: 20 December 2026. */
export function longDay(seconds: number): string {
  return dates.format(new Date(seconds * 1000))
}

/** Returns the period of a price in words: 'month', '3 months'. */
export function periodWords({ interval, interval_count }: { interval: string; interval_count: number }): string {
  return interval_count === 1 ? interval : `${interval_count} ${interval}s`
}
