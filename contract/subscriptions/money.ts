import { paymentKinds } from '../../domain/billing/payments/period-payments.ts'
import { z } from 'zod'
import { byId, comment, lines, slug, text } from '../rows/input.ts'
import { moment } from '../rows/response-schemas.ts'
import { row } from '../rows/row.ts'
import { subscriptionRow } from '../shapes/subscription-shape.ts'
import { refundOutcomes } from '../../domain/billing/refunds/refund-outcome.ts'
import { permissionOf, seen } from './acts.ts'

const payments = z.array(
  z.object({
    kind: z.enum(paymentKinds),
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

/** Why a plan cannot be changed, when it is previewed and when it is done. */
const planChangeErrors = [
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
] as const

/** The payments of a subscription, plan changes and refunds. Amounts are in major units. */
export const moneyRows = {
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
      'Newest first. `left` is what can be refunded of an invoice; `current` says whether it is of the current period; `disputed`, that nothing of it can be refunded, because its payment is disputed, or because it is of the current period and another payment is. `include=cards` also asks the payment provider for the cards that paid.',
    errors: [],
    path: byId,
    query: z.object({ include: z.literal('cards').optional() }),
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
        /** The card that paid; null if none did, if it was not asked for, or if the payment provider cannot be reached. */
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
    errors: planChangeErrors,
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
      ...planChangeErrors,
      'AMOUNT_MEANWHILE',
      'CHANGED_MEANWHILE',
      'PLAN_CHANGE_DECLINED',
      'PLAN_CHANGE_UNKNOWN',
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
      'NOT_RUNNING',
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
} as const
