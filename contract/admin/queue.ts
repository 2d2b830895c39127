import { z } from 'zod'
import { empty, moment, row, slug, subscriberShape } from '../row.ts'

/** The rows of the queue: how much waits for somebody, and work in the background that failed. */
export const queueRows = {
  'GET /api/v1/queue': row({
    who: 'support',
    summary:
      'How many reviews, payment issues, failed emails, failed jobs and requests for deletion are open, and how many screening lists are old; each count stops at 1,000',
    output: z.object({
      reviews: z.int(),
      paymentIssues: z.int(),
      mails: z.int(),
      jobs: z.int(),
      erasures: z.int(),
      /** Official screening lists that are older than three days. */
      oldLists: z.int(),
    }),
  }),
  'GET /api/v1/erasure-requests': row({
    who: 'support',
    summary: 'People who asked to be erased, longest wait first',
    output: z.array(
      z.object({
        since: z.iso.datetime(),
        subscriber: subscriberShape.pick({ id: true, email: true, firstName: true, lastName: true, company: true }),
      }),
    ),
  }),
  'GET /api/v1/jobs/failed': row({
    who: 'support',
    summary: 'Jobs that failed: those given up, and those that are still retried after five attempts, oldest first',
    output: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['billing', 'billing-event', 'erasure-log', 'rescreening']),
        created: z.iso.datetime(),
        attempts: z.int(),
        lastTried: moment,
        /** When it is tried again; null for one given up. */
        nextTry: moment,
        state: z.enum(['waiting', 'given-up']),
        /** Why the last attempt failed: an error’s code, or the other party’s sentence. */
        cause: z.string(),
      }),
    ),
  }),
  'POST /api/v1/jobs/retry/{id}': row({
    who: 'support',
    summary: 'Run a failed job again now',
    // Reports of the billing provider have its ids.
    path: z.object({ id: slug }),
    body: empty,
    output: z.object({}),
    status: 202,
  }),
  'POST /api/v1/jobs/resolve/{id}': row({
    who: 'support',
    summary: 'Remove a job that was given up; one that is still retried is a 409',
    // Reports of the billing provider have its ids.
    path: z.object({ id: slug }),
    body: empty,
    output: null,
  }),
} as const
