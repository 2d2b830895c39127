import { locale } from '../locale.ts'
import type { Output } from '../../../contract/contract.ts'

type Plan = Output<'GET /api/v1/catalogue'>['plans'][number]
type Difference = NonNullable<Plan['provider']>['differences'][number]
type Interval = NonNullable<Plan['recurringInterval']>

const many = new Intl.NumberFormat(locale)

/** Texts of the page that shows the catalogue beside the billing provider's values. */
export const catalogueWords = {
  heading: 'Catalogue',
  lead: 'Products, plans and prices in the catalogue file. To change them, edit the file and restart the server.',
  failed: 'The catalogue could not be loaded.',
  unasked: {
    title: 'Prices could not be loaded from the billing provider',
    text: 'No prices are shown. Everything else on this page is up to date.',
    retry: 'Try again',
  },
  asked: (moment: string) => `Prices at the billing provider as of ${moment}.`,
  differ: (amount: number) =>
    amount === 1
      ? '1 plan differs from the billing provider. Correct its price in the file or at the billing provider.'
      : `${amount} plans differ from the billing provider. Correct their prices in the file or at the billing provider.`,
  products: {
    heading: 'Products',
    product: 'Product',
    key: 'Key',
    classification: 'Export classification',
    none: 'Not stated',
  },
  plans: {
    heading: 'Plans',
    plan: 'Plan',
    product: 'Product',
    price: 'Price in the file',
    provider: 'Price at the billing provider',
    comparison: 'Comparison',
    active: 'Active',
    pending: 'Pending',
    recommended: 'Recommended',
    affirmation: 'Requires the affirmation',
    trial: (days: number) => (days === 1 ? 'Free for 1 day' : `Free for ${days} days`),
    units: { day: 'day', week: 'week', month: 'month', year: 'year' } satisfies Record<Interval, string>,
    unitsTogether: { day: 'days', week: 'weeks', month: 'months', year: 'years' } satisfies Record<Interval, string>,
    per: (price: string, unit: string) => `${price} per ${unit}`,
    every: (price: string, count: number, units: string) => `${price} every ${count} ${units}`,
    noAmount: 'No amount per unit',
    /** A line of the catalogue file. */
    line: (line: number) => `Line ${line}`,
    inactive: 'inactive',
    none: '-',
    matches: 'Matches',
    unknown: 'Not known',
    holders: (amount: number) => many.format(amount),
    people: (amount: number, plan: string) => `${many.format(amount)}, ${plan}`,
  },
  differences: {
    missing: 'No price at the billing provider',
    inactive: 'Inactive price',
    amount: 'Different amount or currency',
    interval: 'Different billing period',
    metered: 'Billed by usage',
    tiered: 'Tiered price',
    taxInclusive: 'Includes tax',
  } satisfies Record<Difference, string>,
  withdrawn: {
    heading: 'No longer in the catalogue',
    text: 'People who have one of these plans keep its title, price and conditions.',
  },
}
