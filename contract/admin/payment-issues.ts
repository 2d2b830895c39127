import { z } from 'zod'
import { byId, comment, pageParams } from '../rows/input.ts'
import { row } from '../rows/row.ts'
import { paymentIssueKinds } from '../../domain/billing/payments/payment-issues.ts'

const decision = z.strictObject({ comment })

const list = row({
  who: 'support',
  operation: 'listPaymentIssues',
  summary: 'List payment issues',
  description: 'Oldest first. The `Link` header has the next page.',
  errors: [],
  query: z.strictObject(pageParams),
  output: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(paymentIssueKinds),
      since: z.iso.datetime(),
      subscriber: z.object({ id: z.string(), email: z.string() }).nullable(),
      subscription: z.object({ id: z.string(), plan: z.string() }).nullable(),
      /** One or two sentences, with the billing provider’s own sentence if it refused something. */
      detail: z.string(),
      retryable: z.boolean(),
      providerUrl: z.string().nullable(),
    }),
  ),
})
const retry = row({
  who: 'support',
  operation: 'retryPaymentIssue',
  summary: 'Retry what the billing provider refused',
  description: 'With a comment. The status is 409 if it cannot be retried.',
  errors: ['NOT_RETRYABLE', 'OWN_PERSON', 'SETTLED_ALREADY'],
  path: byId,
  body: decision,
  output: z.object({}),
  status: 202,
})
const resolve = row({
  who: 'support',
  operation: 'resolvePaymentIssue',
  summary: 'Mark a payment issue as resolved',
  description: 'With a comment that says how.',
  errors: ['OWN_PERSON', 'SETTLED_ALREADY'],
  path: byId,
  body: decision,
  output: null,
})

/** The rows of payment issues. */
export const paymentIssueRows = {
  'GET /api/v1/payment-issues': list,
  'POST /api/v1/payment-issues/retry/{id}': retry,
  'POST /api/v1/payment-issues/resolve/{id}': resolve,
} as const
