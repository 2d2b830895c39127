import { z } from 'zod'
import { byId, comment } from '../input.ts'
import { row } from '../row.ts'
import { paymentIssueKinds } from '../../domain/billing/payment-issues.ts'

/** The rows of payment issues, `matters` on the wire. */
const decision = z.strictObject({ comment })

export const matterRows = {
  'GET /api/v1/matters': row({
    who: 'support',
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
    who: 'support',
    summary: 'Ask the billing provider again for what it refused, with a comment; 409 for what cannot be retried',
    path: byId,
    body: decision,
    output: z.object({}),
    status: 202,
  }),
  'POST /api/v1/matters/resolve/{id}': row({
    who: 'support',
    summary: 'Close a payment issue, and say how it was resolved',
    path: byId,
    body: decision,
    output: null,
  }),
  'POST /api/v1/matters/settle/{id}': row({
    who: 'support',
    summary: 'The same as resolve',
    path: byId,
    body: decision,
    output: null,
  }),
} as const
