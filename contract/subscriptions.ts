import { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'
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
  text,
  ownSubscriber,
  type Row,
  subscriptionRow,
} from './row.ts'
import { subscriberShape } from './person-shape.ts'
import {
  listSorts,
  maxEndsWithin,
  renewalFilters,
  revenueFilters,
  waitingFilters,
} from '../domain/subscription/subscription-list.ts'
import { refundOutcomes } from '../domain/billing/refund-outcome.ts'
import { acts, bulkReasonActs, type ReasonAct, type SubscriptionAct, type Wire } from '../domain/subscription/acts.ts'
import { subscriptionStatuses } from '../domain/subscription/subscription.ts'
import { subscriptionTypes } from '../domain/catalogue/plan.ts'

/**
 * The rows of subscriptions: the list with its counts and its export, a person's own, and the acts on one. Amounts are
 * in major units.
 */

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
    /** For administrators only: who requested a refund, and why. */
    addedBy: z.string().nullable().optional(),
    comment: z.string().nullable().optional(),
    /**
     * For administrators only, for a failed attempt: the code of the reason, the card, and the number of the attempt.
     */
    failure: z
      .object({
        reason: z.string().nullable(),
        card: z.object({ brand: z.string(), lastDigits: z.string() }).nullable(),
        attempt: z.int(),
      })
      .nullable()
      .optional(),
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
const sortParams = { sort: z.enum(listSorts).default('name'), order: z.enum(['asc', 'desc']).default('asc') }

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

const reason = z.strictObject({ comment })
const seen = z.iso
  .datetime()
  .transform((moment) => new Date(moment))
  .nullable()
  .optional()
/** What a list showed for each subscription, by its id. */
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

/** Returns who can make the call of an act, and whether it needs a recent sign-in. */
function permissionOf(act: SubscriptionAct): Pick<Row, 'who' | 'confirmed'> {
  const { who, confirmed } = acts[act]
  return { who: who === 'owner' ? 'signed-in' : who, ...(confirmed ? { confirmed } : {}) }
}
const actRow = (act: ReasonAct, operation: string, summary: string, errors: readonly ErrorCode[]) =>
  row({
    ...permissionOf(act),
    scope: 'subscriptions:write',
    operation,
    summary,
    errors,
    path: byId,
    body: reason,
    output: subscriptionRow,
  })

const bulk = (now: Date) =>
  z.discriminatedUnion('action', [
    z.strictObject({ action: z.enum(bulkReasonActs.map((act) => acts[act].wire)), ids, shown, comment }),
    z.strictObject({ action: z.literal('extend'), ids, shown, endDate: endDate(now), comment }),
    z.strictObject({ action: z.literal('extend-by'), ids, shown, days: z.int().min(1).max(365), comment }),
  ])

/** Ensures that each act has a call. */
type ActCall = `POST /api/v1/subscriptions/${Wire<SubscriptionAct>}/{id}`

export const subscriptionRows = {
  'GET /api/v1/subscriptions': row({
    who: 'support',
    operation: 'listSubscriptions',
    scope: 'subscriptions:read',
    summary: 'List subscriptions',
    description:
      'With `include=subscribers`, also subscribers without a subscription. The `Link` header has the next page.',
    errors: [],
    query: z.strictObject({ ...filterParams, ...sortParams, ...pagedBothWays }),
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
    query: z.strictObject({ ...filterParams, ...sortParams, columns: z.literal('all').optional() }),
    file: 'text/csv',
    output: null,
    navigation: true,
    confirmed: true,
  }),
  'GET /api/v1/subscriptions/user': row({
    who: 'signed-in',
    operation: 'getOwnSubscriptions',
    summary: 'Get a subscriber and their subscriptions',
    description: 'Of the signed-in person; with `id`, of another person, for administrators only.',
    errors: ['NOT_FOUND'],
    query: z.strictObject({ id: slug.optional() }),
    output: z.object({
      subscriber: ownSubscriber.nullable(),
      subscriptions: z.array(z.object({ plan: ownedPlan, subscription: ownSubscription })),
      /** Purchases whose payment is being processed, which takes days for a bank debit; omitted if there are none. */
      orders: z.array(z.object({ id: z.string(), plan: ownedPlan, orderedAt: z.iso.datetime() })).optional(),
    }),
  }),
  'GET /api/v1/subscriptions/{id}': row({
    who: 'signed-in',
    operation: 'getSubscription',
    scope: 'subscriptions:read',
    summary: 'Get a subscription',
    description: 'The signed-in person’s own; administrators get any.',
    errors: [],
    path: byId,
    output: subscriptionRow.extend({ latestComment: z.string().nullable().optional() }),
  }),
  'GET /api/v1/subscriptions/events/{id}': row({
    who: 'support',
    operation: 'listSubscriptionEvents',
    scope: 'subscriptions:read',
    summary: 'List the events of a subscription',
    description: 'Oldest first.',
    errors: [],
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
  'POST /api/v1/subscriptions/cancel/{id}': actRow(
    'cancel',
    'cancelSubscription',
    'Cancel an active subscription, with a reason',
    ['CANCEL_NOT_ACTIVE', 'FORGOTTEN', 'NO_SUBSCRIPTION', 'OWN_PERSON'],
  ),
  'POST /api/v1/subscriptions/revive/{id}': actRow('undo', 'undoCancellation', 'Undo a cancellation, with a reason', [
    'FORGOTTEN',
    'NOT_CLEARED',
    'NO_SUBSCRIPTION',
    'OTHER_LIVE',
    'OWN_PERSON',
    'PAID_BACK',
    'UNDO_NOT_CANCELLED',
  ]),
  'POST /api/v1/subscriptions/extend/{id}': row({
    ...permissionOf('extend'),
    operation: 'extendSubscription',
    scope: 'subscriptions:write',
    summary: 'Set another end date',
    description:
      'A UTC midnight, with a reason. `seen` is the end date that was shown: if it has changed since, the status is 409.',
    errors: [
      'DONE_ALREADY',
      'END_DATE_MEANWHILE',
      'END_DATE_PAST',
      'EXTEND_NOT_OPEN',
      'FORGOTTEN',
      'NOT_CLEARED',
      'NO_SUBSCRIPTION',
      'OTHER_LIVE',
      'OWN_PERSON',
      'PAID_SHORTENED',
    ],
    path: byId,
    body: byTheDay((now) => z.strictObject({ endDate: endDate(now), comment, seen })),
    output: subscriptionRow,
  }),
  'POST /api/v1/subscriptions/comment/{id}': actRow('comment', 'addComment', 'Add a comment', [
    'FORGOTTEN',
    'NO_SUBSCRIPTION',
  ]),
  'POST /api/v1/subscriptions/bulk': row({
    who: 'support',
    operation: 'changeSubscriptions',
    scope: 'subscriptions:write',
    summary: 'Do the same act on up to 100 subscriptions',
    description:
      'Each result has its own status and code. `extend-by` counts the days from each end date, or from today if that is over. `shown` is what was shown of each: if one has changed since, also by the same request, its status is 409.',
    errors: [],
    body: byTheDay(bulk),
    output: bulkResults,
    confirmed: true,
  }),
  'POST /api/v1/subscriptions/stop-renewal/{id}': row({
    ...permissionOf('stop-renewal'),
    operation: 'stopRenewal',
    scope: 'subscriptions:write',
    summary: 'Stop renewal',
    description: 'Nothing more is charged; the subscription ends on its end date.',
    errors: ['FORGOTTEN', 'NEVER_RENEWS', 'NOT_RUNNING', 'NO_SUBSCRIPTION', 'OWN_PERSON', 'RENEWAL_ALREADY_STOPPED'],
    path: byId,
    body: empty,
    form: true,
    output: ownSubscription,
  }),
  'POST /api/v1/subscriptions/resume-renewal/{id}': row({
    ...permissionOf('resume-renewal'),
    operation: 'resumeRenewal',
    scope: 'subscriptions:write',
    summary: 'Resume renewal',
    errors: [
      'FORGOTTEN',
      'NEVER_RENEWS',
      'NOT_RUNNING',
      'NO_SUBSCRIPTION',
      'OWN_PERSON',
      'PAYMENT_DISPUTED',
      'PERIOD_OVER',
      'RENEWAL_NOT_STOPPED',
    ],
    path: byId,
    body: empty,
    form: true,
    output: ownSubscription,
  }),
  'POST /api/v1/subscriptions/extend-trial/{id}': row({
    who: 'signed-in',
    operation: 'extendTrial',
    summary: 'Extend the own running trial, once',
    description: 'The new end date is `extendableTo`. The status is 409 if the catalogue offers no extension.',
    errors: [
      'EXTENDED_ALREADY',
      'EXTENSION_NOT_OFFERED',
      'FORGOTTEN',
      'NOT_RUNNING',
      'NO_SUBSCRIPTION',
      'SUBSCRIPTION_EXISTS',
      'TRIAL_EXPIRED',
    ],
    path: byId,
    body: empty,
    form: true,
    output: ownSubscription,
  }),
  'GET /api/v1/subscriptions/payments/{id}': row({
    who: 'signed-in',
    operation: 'listPayments',
    scope: 'invoices:read',
    summary: 'List the payments of a subscription',
    description: 'Charges, failures, refunds, credits and disputes, oldest first.',
    errors: [],
    path: byId,
    output: payments,
  }),
  'GET /api/v1/subscriptions/refundable/{id}': row({
    who: 'administrator',
    operation: 'listRefundableInvoices',
    summary: 'List the paid invoices of a subscription with what can be refunded',
    description:
      'Newest first. `left` is what can be refunded of an invoice; `current` says whether it is of the current period.',
    errors: [],
    path: byId,
    output: z.array(
      z.object({
        invoice: z.string(),
        date: z.iso.datetime(),
        periodStart: moment,
        periodEnd: moment,
        paid: z.number(),
        refunded: z.number(),
        left: z.number(),
        currency: z.string(),
        /** The card that paid; null if none did, or if the billing provider cannot be reached. */
        card: z.object({ brand: z.string(), lastDigits: z.string() }).nullable(),
        current: z.boolean(),
        disputed: z.boolean(),
      }),
    ),
  }),
  'GET /api/v1/subscriptions/plan-preview/{id}': row({
    who: 'support',
    operation: 'previewPlanChange',
    summary: 'Preview what a plan change charges now',
    description: 'The new plan, less the unused part of the present one, discount and credit, plus tax.',
    errors: [
      'CHANGE_EXTENDED',
      'CHANGE_NOT_OFFERED',
      'CHANGE_NOT_PAID',
      'CHANGE_NOT_RENEWING',
      'CHANGE_PAYMENT_OPEN',
      'CHANGE_REFUNDED',
      'NOT_CLEARED',
      'NOT_RUNNING',
      'OWN_PERSON',
      'PLAN_NOT_CHANGED',
      'PLAN_NOT_SOLD',
    ],
    path: byId,
    query: z.strictObject({ plan: slug.min(1) }),
    output: z.object({
      at: z.iso.datetime(),
      currency: z.string(),
      unused: z.number(),
      charge: z.number(),
      discount: z.number(),
      tax: z.number(),
      /** What the customer’s credit pays, and how much it grows if more is unused than charged. */
      creditUsed: z.number(),
      creditLeft: z.number(),
      /** The customer's earlier debt, and an amount too small to be charged before the next invoice. */
      owed: z.number(),
      deferred: z.number(),
      dueNow: z.number(),
      periodEnd: z.iso.datetime(),
    }),
  }),
  'POST /api/v1/subscriptions/change-plan/{id}': row({
    ...permissionOf('change-plan'),
    operation: 'changePlan',
    summary: 'Move a paid subscription to another paid plan of its product',
    description:
      'With a reason. It charges what the preview `at` that moment returned. `seen` and `seenComment` are the end date and the latest comment that were shown. The status is 409 if they or the amount have changed since, or the payment is declined.',
    errors: [
      'AMOUNT_MEANWHILE',
      'CHANGED_MEANWHILE',
      'CHANGE_EXTENDED',
      'CHANGE_NOT_OFFERED',
      'CHANGE_NOT_PAID',
      'CHANGE_NOT_RENEWING',
      'CHANGE_PAYMENT_OPEN',
      'CHANGE_REFUNDED',
      'NOT_CLEARED',
      'NOT_RUNNING',
      'OWN_PERSON',
      'PLAN_CHANGE_DECLINED',
      'PLAN_CHANGE_UNKNOWN',
      'PLAN_NOT_CHANGED',
      'PLAN_NOT_SOLD',
    ],
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
  }),
  'POST /api/v1/subscriptions/refund/{id}': row({
    ...permissionOf('refund'),
    operation: 'refundSubscription',
    summary: 'Refund an invoice, or the payments of the current period',
    description:
      'Whole or in part, with a reason. The payments of the current period count together. `then` decides what becomes of the subscription: `keep`, `end` (now) or `end-of-period`. Without it a full refund of the current period ends the subscription, and a partial one does not. A refund of an earlier period never changes it. The customer is emailed.',
    errors: [
      'CANCEL_NOT_ACTIVE',
      'CHANGED_MEANWHILE',
      'FORGOTTEN',
      'NO_SUBSCRIPTION',
      'OWN_PERSON',
      'REFUND_DISPUTED',
      'REFUND_NOTHING_PAID',
      'REFUND_OWN',
    ],
    path: byId,
    body: z.strictObject({
      amount: z.number().positive({ error: 'amountPositive' }).optional(),
      comment,
      /** The number of an invoice of the subscription; if omitted, the payments of the current period. */
      invoice: text.min(1).max(100).optional(),
      // oxlint-disable-next-line unicorn/no-thenable -- the name of the field in JSON; a schema is never awaited
      then: z.enum(refundOutcomes).optional(),
      /** The same as `then: 'end'`. */
      cancel: z.boolean().default(false),
    }),
    output: subscriptionRow,
  }),
} as const satisfies Record<ActCall, Row> & Record<string, Row>
