import { z } from 'zod'
import { row } from '../rows/row.ts'

/** A UTC day; the first one for a month or a week. */
const day = z.iso.date()
const returnedKinds = z.enum(['refund', 'dispute'])

/** The result of a trial, or the reason why it never started. */
export const trialOutcomes = [
  'converted',
  'running',
  'onHold',
  'ended',
  'unconfirmed',
  'review',
  'denied',
  'refused',
  'notStarted',
  'erased',
] as const

const trialCounts = {
  registered: z.int(),
  confirmed: z.int(),
  cleared: z.int(),
  started: z.int(),
  converted: z.int(),
  outcomes: z.array(z.object({ outcome: z.enum(trialOutcomes), count: z.int() })),
}

export const overviewRows = {
  'GET /api/v1/overview': row({
    who: 'support',
    operation: 'getOverview',
    scope: 'reports:read',
    summary: 'Get the figures of the business',
    description: 'Recurring revenue, trials, what falls due, cohorts and refunds. Amounts are in major units.',
    errors: [],
    output: z.object({
      /** Null until the figures are computed for the first time. */
      computedAt: z.iso.datetime().nullable(),
      revenue: z.array(
        z.object({
          currency: z.string(),
          months: z.array(
            z.object({
              month: day,
              start: z.number(),
              new: z.number(),
              reactivation: z.number(),
              expansion: z.number(),
              contraction: z.number(),
              churn: z.number(),
              end: z.number(),
              /** Paying subscriptions at the end of the month. */
              subscriptions: z.int(),
            }),
          ),
          plans: z.array(z.object({ title: z.string(), subscriptions: z.int(), amount: z.number() })),
        }),
      ),
      trials: z.array(z.object({ week: day, ...trialCounts })),
      /** The same numbers by month. */
      trialMonths: z.array(z.object({ month: day, ...trialCounts })),
      due: z.array(
        z.object({
          day,
          trials: z.int(),
          renewals: z.int(),
          amounts: z.array(z.object({ currency: z.string(), amount: z.number() })),
        }),
      ),
      /**
       * For the paying subscriptions that began in a month: how many pay at its end, and at the end of each month after
       * it.
       */
      cohorts: z.array(z.object({ month: day, began: z.int(), paying: z.array(z.int()) })),
      returned: z.array(
        z.object({ month: day, kind: returnedKinds, currency: z.string(), count: z.int(), amount: z.number() }),
      ),
    }),
  }),
} as const
