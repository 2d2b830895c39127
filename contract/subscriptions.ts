import { z } from 'zod'
import { byId, comment, countLimit, endDate, ids, pagedBothWays, search } from './input.ts'
import {
  bulkResults,
  byTheDay,
  empty,
  lines,
  moment,
  ownedPlan,
  ownSubscription,
  row,
  slug,
  status,
  ownSubscriber,
  subscriberShape,
  subscriptionRow,
} from './row.ts'
import { listSorts, maxEndsWithin, renewalFilters, waitingFilters } from '../domain/subscription/subscription-list.ts'
import { subscriptionStatuses } from '../domain/subscription/subscription.ts'
import { subscriptionTypes } from '../domain/catalogue/plan.ts'

/** The rows of subscriptions: the list with its counts and its export, one's own, and what is done with one. Amounts are in major units. */

const payments = z.array(
  z.object({
    kind: z.enum(['charge', 'failure', 'refund', 'credit', 'dispute']),
    state: z.string(),
    amount: z.number(),
    tax: z.number().nullable(),
    currency: z.string(),
    at: z.iso.datetime(),
    periodStart: moment,
    periodEnd: moment,
    invoiceNumber: z.string().nullable(),
    /** To administrators only: who asked for a refund, and why. */
    addedBy: z.string().nullable().optional(),
    comment: z.string().nullable().optional(),
  }),
)

/** A comma-separated list. */
const several = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .max(1000)
    .transform((given) => (given === '' ? [] : given.split(',')))
    .pipe(z.array(item))
    .default([])

/**
 * Statuses and types with commas between: of each kind any, of both kinds both. `past_due`: those whose payment is overdue;
 * `renews`, `stopped`: what is paid and will, or will not, be charged again; `unconfirmed`: whose address is not confirmed;
 * `review`: who waits for a review.
 */
const filters = several(
  z.enum([...subscriptionStatuses, ...subscriptionTypes, 'past_due', ...renewalFilters, ...waitingFilters]),
)

/** Further filters: any of the plans, any of the products, any of the countries, and what ends within so many days. */
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
const sortParams = { sort: z.enum(listSorts).default('name'), order: z.enum(['asc', 'desc']).default('asc') }

/** In the list: a subscriber without a subscription. */
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

const reason = z.strictObject({ comment })
const seen = z.iso
  .datetime()
  .transform((moment) => new Date(moment))
  .nullable()
  .optional()
/** What a list showed of each subscription, by its id. */
const shown = z
  .record(
    slug,
    z.strictObject({
      status,
      endDate: seen.unwrap(),
      renews: z.boolean(),
      latestComment: lines.nullable(),
    }),
  )
  .optional()
const act = (summary: string) => row({ who: 'support', summary, path: byId, body: reason, output: subscriptionRow })

const bulk = (now: Date) =>
  z.discriminatedUnion('action', [
    z.strictObject({ action: z.enum(['cancel', 'revive', 'comment', 'stop-renewal']), ids, shown, comment }),
    z.strictObject({ action: z.literal('extend'), ids, shown, endDate: endDate(now), comment }),
    z.strictObject({ action: z.literal('extend-by'), ids, shown, days: z.int().min(1).max(365), comment }),
  ])

export const subscriptionRows = {
  'GET /api/v1/subscriptions': row({
    who: 'support',
    summary:
      'Subscriptions, and with include=subscribers also those who have none; the next page is in the Link header',
    query: z.strictObject({ ...filterParams, ...sortParams, ...pagedBothWays }),
    output: z.array(z.union([subscriptionRow, subscriberRow])),
  }),
  'GET /api/v1/subscriptions/count': row({
    who: 'support',
    summary: 'How many lines such a list has; with a limit, counting stops there',
    query: z.strictObject({ ...filterParams, limit: countLimit }),
    output: z.object({ count: z.int(), exact: z.boolean() }),
  }),
  'GET /api/v1/subscriptions/facets': row({
    who: 'support',
    summary:
      'How many lines a search and its filters have of each type and status, whichever of these are chosen; with a limit, counting stops there',
    query: z.strictObject({ ...filterParams, limit: countLimit }),
    output: z.object({
      counts: z.array(
        z.object({ type: z.enum(subscriptionTypes).nullable(), status: status.nullable(), count: z.int() }),
      ),
      exact: z.boolean(),
    }),
  }),
  'GET /api/v1/subscriptions/plans': row({
    who: 'support',
    summary: 'All plans that people have or had, including those no longer sold, sorted by title',
    output: z.array(z.object({ name: z.string(), title: z.string(), product: z.string() })),
  }),
  'GET /api/v1/export/csv': row({
    who: 'administrator',
    summary:
      'All lines of the list as a spreadsheet reads them: CSV with a byte order mark; columns=all adds plan, price, currency, country, renewal and paid until',
    query: z.strictObject({ ...filterParams, ...sortParams, columns: z.literal('all').optional() }),
    output: null,
    navigation: true,
    confirmed: true,
  }),
  'GET /api/v1/subscriptions/user': row({
    who: 'signed-in',
    summary: 'Subscriber and subscriptions of the signed-in person, or of somebody else for an administrator',
    query: z.strictObject({ id: slug.optional() }),
    output: z.object({
      subscriber: ownSubscriber.nullable(),
      subscriptions: z.array(z.object({ plan: ownedPlan, subscription: ownSubscription })),
      /** Purchases whose payment is being processed, as a bank debit is for days; left out where there are none. */
      orders: z.array(z.object({ id: z.string(), plan: ownedPlan, orderedAt: z.iso.datetime() })).optional(),
    }),
  }),
  'GET /api/v1/subscriptions/{id}': row({
    who: 'signed-in',
    summary: 'One subscription: one’s own, or anybody’s for an administrator',
    path: byId,
    output: subscriptionRow.extend({ latestComment: z.string().nullable().optional() }),
  }),
  'GET /api/v1/subscriptions/events/{id}': row({
    who: 'support',
    summary: 'What happened to a subscription, oldest first',
    path: byId,
    output: z.array(
      z.object({
        type: z.string(),
        timestamp: z.iso.datetime(),
        addedBy: z.string(),
        data: z.object({ endDate: z.iso.datetime().optional(), comment: z.string().optional() }),
      }),
    ),
  }),
  'POST /api/v1/subscriptions/cancel/{id}': act('Cancel an active subscription, with a reason'),
  'POST /api/v1/subscriptions/revive/{id}': row({ ...act('Undo a cancellation, with a reason'), confirmed: true }),
  'POST /api/v1/subscriptions/extend/{id}': row({
    who: 'support',
    summary:
      'Set another end date (a UTC midnight), with a reason; `seen` is the end date that was shown: if it has changed since, 409',
    path: byId,
    body: byTheDay((now) => z.strictObject({ endDate: endDate(now), comment, seen })),
    output: subscriptionRow,
    confirmed: true,
  }),
  'POST /api/v1/subscriptions/comment/{id}': act('Add a comment'),
  'POST /api/v1/subscriptions/bulk': row({
    who: 'support',
    summary:
      'The same act on up to 100 subscriptions, each for itself, with one reason; each answers its own status. `extend-by` counts the days from each one’s end date, or from today where that is over. `shown` is what was shown of each: if one has changed since, also by the same request, it answers 409',
    body: byTheDay(bulk),
    output: bulkResults,
    confirmed: true,
  }),
  'POST /api/v1/subscriptions/stop-renewal/{id}': row({
    who: 'signed-in',
    summary: 'Cancel the next payment: the subscription ends with its end date',
    path: byId,
    body: empty,
    form: true,
    output: ownSubscription,
  }),
  'POST /api/v1/subscriptions/resume-renewal/{id}': row({
    who: 'signed-in',
    summary: 'Let the subscription renew after all',
    path: byId,
    body: empty,
    form: true,
    output: ownSubscription,
  }),
  'POST /api/v1/subscriptions/extend-trial/{id}': row({
    who: 'signed-in',
    summary: 'Extend one’s own running trial, once, to `extendableTo`; 409 where the catalogue does not offer it',
    path: byId,
    body: empty,
    form: true,
    output: ownSubscription,
  }),
  'GET /api/v1/subscriptions/payments/{id}': row({
    who: 'signed-in',
    summary: 'What was charged, failed, refunded, credited or disputed of a subscription, oldest first',
    path: byId,
    output: payments,
  }),
  'GET /api/v1/subscriptions/plan-preview/{id}': row({
    who: 'administrator',
    summary:
      'What a change to another paid plan would charge now: the new plan, less the unused part of the present one, discount and credit, plus tax',
    path: byId,
    query: z.strictObject({ plan: slug.min(1) }),
    output: z.object({
      at: z.iso.datetime(),
      currency: z.string(),
      unused: z.number(),
      charge: z.number(),
      discount: z.number(),
      tax: z.number(),
      /** What the customer’s credit pays, and what it grows by where more is unused than charged. */
      creditUsed: z.number(),
      creditLeft: z.number(),
      /** What the customer owed before, and what is too little to be charged before the next invoice. */
      owed: z.number(),
      deferred: z.number(),
      dueNow: z.number(),
      periodEnd: z.iso.datetime(),
    }),
  }),
  'POST /api/v1/subscriptions/change-plan/{id}': row({
    who: 'administrator',
    summary:
      'Move a paid subscription to another paid plan of its product, with a reason, and charge now what the preview `at` that moment came to; `seen` and `seenComment` are the end date and the latest comment that were shown. 409 if they or the amount have changed since, or the payment is declined',
    path: byId,
    body: z.strictObject({
      plan: slug.min(1),
      at: z.iso.datetime().transform((moment) => new Date(moment)),
      dueNow: z.number().min(0),
      comment,
      seen: seen.unwrap(),
      seenComment: lines.nullable(),
    }),
    output: subscriptionRow,
    confirmed: true,
  }),
  'POST /api/v1/subscriptions/refund/{id}': row({
    who: 'administrator',
    summary:
      'Refund the current period’s payments, which count together, whole or in part, with a reason; a full refund ends the subscription, `cancel` cancels it now',
    path: byId,
    body: z.strictObject({
      amount: z.number().positive({ error: 'amountPositive' }).optional(),
      comment,
      cancel: z.boolean().default(false),
    }),
    output: subscriptionRow,
    confirmed: true,
  }),
} as const
