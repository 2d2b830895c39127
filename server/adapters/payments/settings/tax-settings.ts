import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { FoundPrices } from './price-settings.ts'
import { fault, warning, ok, type Finding } from './findings.ts'

const taxSettings = z.object({
  status: z.string(),
  head_office: z.object({}).nullable(),
  defaults: z.object({ tax_behavior: z.string().nullable() }),
  status_details: z
    .object({ pending: z.object({ missing_fields: z.array(z.string()).nullable() }).optional() })
    .optional(),
})

/** With "inferred_by_currency" Stripe adds tax to these and includes it in all others (docs.stripe.com/tax/products-prices-tax-codes-tax-behavior). */
const exclusiveByCurrency = new Set(['usd', 'cad'])

export async function checkTax(stripe: Stripe, finding: Promise<FoundPrices | null>): Promise<Finding[]> {
  const [answer, prices] = await Promise.all([stripe.tax.settings.retrieve(), finding])
  const settings = taxSettings.parse(answer)
  const faults: string[] = []
  if (settings.status !== 'active') {
    const missing = settings.status_details?.pending?.missing_fields ?? []
    const fields = missing.length === 0 ? '' : ` (missing: ${missing.join(', ')})`
    faults.push(`STRIPE_AUTOMATIC_TAX is on, but Stripe Tax is ${settings.status}: complete its settings${fields}.`)
  }
  if (settings.head_office === null)
    faults.push('STRIPE_AUTOMATIC_TAX is on, but Stripe Tax has no head office: set its address.')
  const { tax_behavior: behaviour } = settings.defaults
  const unspecified = [...(prices?.values() ?? [])].filter(
    ({ tax_behavior: own }) => own === null || own === 'unspecified',
  )
  const wrong = unspecified.filter(
    ({ currency }) =>
      behaviour !== 'exclusive' && !(behaviour === 'inferred_by_currency' && exclusiveByCurrency.has(currency)),
  )
  if (wrong.length > 0) {
    const names = wrong.map(({ lookup_key: name }) => `"${name}"`).join(', ')
    const reason = behaviour === null ? 'Stripe Tax has no default' : `the default of Stripe Tax is ${behaviour}`
    faults.push(
      `STRIPE_AUTOMATIC_TAX is on, so ${names} must exclude tax, but ${reason}: make the default or the prices exclusive.`,
    )
  } else if (behaviour === 'inclusive') {
    return [
      ...faults.map((sentence) => fault('tax', sentence)),
      warning('tax', 'The default of Stripe Tax is inclusive: make every new price exclusive.'),
    ]
  }
  if (faults.length > 0) return faults.map((sentence) => fault('tax', sentence))
  return [ok('tax', 'Stripe Tax is active and is added to every price.')]
}
