import { z } from 'zod'
import { priceIntervals } from '../../domain/catalogue/interval.ts'
import { subscriptionTypes } from '../../domain/catalogue/plan.ts'
import { row } from '../rows/row.ts'

/** How a price at the billing provider differs from the catalogue. */
export const priceDifferences = [
  'missing',
  'inactive',
  'amount',
  'interval',
  'metered',
  'tiered',
  'taxInclusive',
] as const

const interval = z.enum(priceIntervals)
/** How many people have a plan now. */
const holders = z.object({ active: z.int(), pending: z.int() })

export const catalogueRows = {
  'GET /api/v1/catalogue': row({
    who: 'support',
    operation: 'getCatalogue',
    scope: 'reports:read',
    summary: 'Get the catalogue and its prices at the billing provider',
    description: 'Shows differences, and how many people have each plan. Amounts are in major units.',
    errors: [],
    output: z.object({
      /** When the provider was asked; null if it could not be reached, and then every `price` is null. */
      askedAt: z.iso.datetime().nullable(),
      products: z.array(
        z.object({
          key: z.string(),
          title: z.string(),
          /** EAR99 or an ECCN; null if the catalogue states none. */
          exportClassification: z.string().nullable(),
        }),
      ),
      plans: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          product: z.string(),
          type: z.enum(subscriptionTypes),
          price: z.number(),
          currency: z.string(),
          recurringInterval: interval.nullable(),
          recurringIntervalCount: z.int().nullable(),
          durationInDays: z.int().nullable(),
          recommended: z.boolean(),
          requiresAffirmation: z.boolean(),
          holders,
          /** The provider's values; null for trials, and if it could not be reached. */
          provider: z
            .object({
              differences: z.array(z.enum(priceDifferences)),
              /** Null if the provider has none. */
              price: z
                .object({
                  id: z.string(),
                  url: z.string().nullable(),
                  active: z.boolean(),
                  /** Null for a price that is not one amount per unit. */
                  amount: z.number().nullable(),
                  currency: z.string(),
                  recurringInterval: interval.nullable(),
                  recurringIntervalCount: z.int().nullable(),
                })
                .nullable(),
            })
            .nullable(),
        }),
      ),
      /** Plans that people have or had and that are no longer in the catalogue. */
      withdrawn: z.array(z.object({ name: z.string(), title: z.string(), product: z.string(), holders })),
    }),
  }),
}
