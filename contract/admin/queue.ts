import { failedJobStates } from '../../domain/job.ts'
import { z } from 'zod'
import { subscriberShape } from '../shapes/person-shape.ts'
import { empty, pageParams, slug } from '../rows/input.ts'
import { moment } from '../rows/response-schemas.ts'
import { row } from '../rows/row.ts'

/** The queue: how much awaits an administrator, and background jobs that failed. */
export const queueRows = {
  'GET /api/v1/queue': row({
    who: 'support',
    operation: 'getQueue',
    summary: 'Count what waits for an administrator',
    description: 'Each count stops at 1,000.',
    errors: [],
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
    operation: 'listErasureRequests',
    summary: 'List people who asked to be erased',
    description: 'Longest wait first. The `Link` header has the next page.',
    errors: [],
    query: z.strictObject(pageParams),
    output: z.array(
      z.object({
        since: z.iso.datetime(),
        subscriber: subscriberShape.pick({ id: true, email: true, firstName: true, lastName: true, company: true }),
      }),
    ),
  }),
  'GET /api/v1/jobs/failed': row({
    who: 'support',
    operation: 'listFailedJobs',
    summary: 'List failed jobs',
    description:
      'Jobs that were given up, and jobs that are still retried after five attempts. Oldest first. The `Link` header has the next page.',
    errors: [],
    query: z.strictObject(pageParams),
    output: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['billing', 'billing-event', 'erasure-log', 'rescreening']),
        created: z.iso.datetime(),
        attempts: z.int(),
        lastTried: moment,
        /** When it is retried; null if it was given up. */
        nextTry: moment,
        state: z.enum(failedJobStates),
        /** Why the last attempt failed: an error’s code, or the other service’s message. */
        cause: z.string(),
      }),
    ),
  }),
  'POST /api/v1/jobs/retry/{id}': row({
    who: 'support',
    operation: 'retryJob',
    summary: 'Run a failed job again now',
    errors: [],
    // Reports of the billing provider have its ids.
    path: z.object({ id: slug }),
    body: empty,
    output: z.object({}),
    status: 202,
  }),
  'POST /api/v1/jobs/resolve/{id}': row({
    who: 'support',
    operation: 'resolveJob',
    summary: 'Remove a job that was given up',
    description: 'The status is 409 if it is still retried.',
    errors: ['JOB_WAITS'],
    // Reports of the billing provider have its ids.
    path: z.object({ id: slug }),
    body: empty,
    output: null,
  }),
} as const
