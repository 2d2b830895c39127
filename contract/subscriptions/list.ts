import { z } from 'zod'
import { countLimit, pagedBothWays, search, slug, sortParams } from '../rows/input.ts'
import { row } from '../rows/row.ts'
import { status } from '../rows/response-schemas.ts'
import { subscriptionRow } from '../shapes/subscription-shape.ts'
import { subscriberShape } from '../shapes/person-shape.ts'
import {
  listSorts,
  maxEndsWithin,
  renewalFilters,
  revenueFilters,
  waitingFilters,
} from '../../domain/subscription/subscription-list.ts'
import { subscriptionStatuses } from '../../domain/subscription/subscription.ts'
import { subscriptionTypes } from '../../domain/catalogue/plan.ts'

/** A comma-separated list. */
const several = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .max(1000)
    .transform((given) => (given === '' ? [] : given.split(',')))
    .pipe(z.array(item))
    .default([])

/**
 * Statuses and types, separated by commas: any of the given statuses and any of the given types. `past_due`: the
 * payment is overdue; `paying`: active and paid; `complimentary`: active and granted without payment; `renews`,
 * `stopped`: paid, and will or will not be charged again; `unconfirmed`: the address is not confirmed; `review`: the
 * person awaits review.
 */
const filters = several(
  z.enum([
    ...subscriptionStatuses,
    ...subscriptionTypes,
    'past_due',
    ...revenueFilters,
    ...renewalFilters,
    ...waitingFilters,
  ]),
)

/** Further filters: any of the plans, of the products and of the countries, and those that end within so many days. */
const moreFilters = {
  plan: several(slug.min(1)),
  product: several(slug.min(1)),
  country: several(z.string().regex(/^[A-Z]{2}$/)),
  endsWithin: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.int().min(0).max(maxEndsWithin))
    .optional(),
}

const included = { include: z.literal('subscribers').optional() }
const filterParams = { search, filters, ...moreFilters, ...included }

/** In the list, a subscriber without a subscription. */
const subscriberRow = z.object({
  id: z.null(),
  status: z.null(),
  createdDate: z.null(),
  startDate: z.null(),
  endDate: z.null(),
  renews: z.literal(false),
  payment: z.null(),
  latestComment: z.null(),
  plan: z.null(),
  subscriber: subscriberShape,
})

/** The list of all subscriptions, with its counts and its export. */
export const listRows = {
  'GET /api/v1/subscriptions': row({
    who: 'support',
    operation: 'listSubscriptions',
    scope: 'subscriptions:read',
    summary: 'List subscriptions',
    description:
      'With `include=subscribers`, also subscribers without a subscription. The `Link` header has the next page.',
    errors: [],
    query: z.strictObject({ ...filterParams, ...sortParams(listSorts), ...pagedBothWays }),
    compressed: true,
    output: z.array(z.union([subscriptionRow, subscriberRow])),
  }),
  'GET /api/v1/subscriptions/count': row({
    who: 'support',
    operation: 'countSubscriptions',
    scope: 'subscriptions:read',
    summary: 'Count the rows of the list of subscriptions',
    description: 'With `limit`, counting stops there.',
    errors: [],
    query: z.strictObject({ ...filterParams, limit: countLimit }),
    output: z.object({ count: z.int(), exact: z.boolean() }),
  }),
  'GET /api/v1/subscriptions/facets': row({
    who: 'support',
    operation: 'countSubscriptionsByStatus',
    scope: 'subscriptions:read',
    summary: 'Count the rows of the list by type and status',
    description:
      'Chosen types and statuses do not narrow the counts. With `limit`, counting stops there. `pastDue` counts all of them whose payment is overdue.',
    errors: [],
    query: z.strictObject({ ...filterParams, limit: countLimit }),
    output: z.object({
      counts: z.array(
        z.object({
          type: z.enum(subscriptionTypes).nullable(),
          status: status.nullable(),
          count: z.int(),
          pastDue: z.int(),
        }),
      ),
      exact: z.boolean(),
    }),
  }),
  'GET /api/v1/subscriptions/plans': row({
    who: 'support',
    operation: 'listOwnedPlans',
    scope: 'subscriptions:read',
    summary: 'List all plans that people have or had',
    description: 'Includes plans that are no longer sold. Sorted by title.',
    errors: [],
    output: z.array(z.object({ name: z.string(), title: z.string(), product: z.string() })),
  }),
  'GET /api/v1/export/csv': row({
    who: 'administrator',
    operation: 'exportSubscriptions',
    summary: 'Export the list of subscriptions as CSV',
    description:
      'All rows, with a byte order mark. `columns=all` adds plan, price, currency, country, renewal and paid until.',
    errors: ['EXPORTS_BUSY'],
    query: z.strictObject({ ...filterParams, ...sortParams(listSorts), columns: z.literal('all').optional() }),
    file: 'text/csv',
    output: null,
    navigation: true,
    confirmed: true,
  }),
} as const
