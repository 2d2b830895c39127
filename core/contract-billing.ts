import { z } from 'zod'
import { deskSubscription } from './contract-desk.ts'
import { moment, ownSubscriber, row, slug, text } from './contract-row.ts'
import { paymentIssueKinds } from './payment-issues.ts'

/** The calls about money: payments, invoices, refunds and payment issues. Amounts are in major units of their currency. */
const id = z.object({ id: slug })
const comment = z.strictObject({ comment: text.optional() })

const invoices = z.array(
  z.object({
    number: z.string().nullable(),
    date: z.iso.datetime(),
    periodStart: moment,
    periodEnd: moment,
    total: z.number(),
    tax: z.number(),
    refunded: z.number(),
    currency: z.string(),
    /** `paid`, `open`, `void` or `uncollectible`, as the billing provider has it. */
    state: z.string(),
    url: z.string().nullable(),
    pdfUrl: z.string().nullable(),
  }),
)

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

export const billingRows = {
  'GET /api/v1/subscribers/{id}/invoices': row({
    who: 'administrator',
    summary: 'The invoices of a subscriber, newest first; 503 while the billing provider cannot be reached',
    path: id,
    output: invoices,
  }),
  'GET /api/v1/account/invoices': row({
    who: 'signed-in',
    summary: 'One’s own invoices, newest first; 503 while the billing provider cannot be reached',
    output: invoices,
  }),
  'POST /api/v1/account/details': row({
    who: 'signed-in',
    summary:
      'Correct one’s own name, company or country, which invoices name; while the account is not cleared, the correction waits for review',
    body: z.strictObject({
      firstName: text.exactOptional(),
      lastName: text.exactOptional(),
      company: text.exactOptional(),
      country: text.exactOptional(),
      state: text.exactOptional(),
    }),
    output: ownSubscriber,
  }),
  'GET /api/v1/subscriptions/payments/{id}': row({
    who: 'signed-in',
    summary: 'What was charged, failed, refunded, credited or disputed of a subscription, oldest first',
    path: id,
    output: payments,
  }),
  'POST /api/v1/subscriptions/refund/{id}': row({
    who: 'administrator',
    summary:
      'Refund the current period’s payment, whole or in part, with a reason; a full refund ends the subscription, `cancel` cancels it now',
    path: id,
    body: z.strictObject({ amount: z.number().optional(), comment: text.optional(), cancel: z.boolean().optional() }),
    output: deskSubscription,
  }),
  'GET /api/v1/matters': row({
    who: 'administrator',
    summary: 'Payment issues: what an administrator has to look at, oldest first',
    output: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(paymentIssueKinds),
        since: z.iso.datetime(),
        subscriber: z.object({ id: z.string(), email: z.string() }).nullable(),
        subscription: z.object({ id: z.string(), plan: z.string() }).nullable(),
        /** One or two sentences, with the billing provider’s own where it refused something. */
        detail: z.string(),
        retryable: z.boolean(),
        providerUrl: z.string().nullable(),
      }),
    ),
  }),
  'POST /api/v1/matters/retry/{id}': row({
    who: 'administrator',
    summary: 'Ask the billing provider again for what it refused, with a comment; 409 for what cannot be retried',
    path: id,
    body: comment,
    output: z.object({}),
    status: 202,
  }),
  'POST /api/v1/matters/resolve/{id}': row({
    who: 'administrator',
    summary: 'Close a payment issue, and say how it was resolved',
    path: id,
    body: comment,
    output: null,
  }),
  'POST /api/v1/matters/settle/{id}': row({
    who: 'administrator',
    summary: 'The same as resolve',
    path: id,
    body: comment,
    output: null,
  }),
} as const
