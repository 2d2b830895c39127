import { z } from 'zod'
import { keptKinds, removedKinds, sealedKinds } from '../domain/retention.ts'
import { byId, pageParams, pagedBothWays, search } from './input.ts'
import { adminSubscriber, dplStatus, empty, invoices, moment, reason, row, status, subscriberShape } from './row.ts'

/** The rows of subscribers. */
export const subscriberRows = {
  'GET /api/v1/subscribers': row({
    who: 'administrator',
    summary: 'Subscribers by name; the next page is in the Link header',
    query: z.strictObject({ search, ...pagedBothWays }),
    output: z.array(subscriberShape),
  }),
  'GET /api/v1/subscribers/{id}': row({
    who: 'administrator',
    summary: 'One subscriber',
    path: byId,
    output: adminSubscriber,
  }),
  'DELETE /api/v1/subscribers/{id}': row({
    who: 'administrator',
    summary: 'Forget a person: it cannot be undone',
    path: byId,
    output: null,
    confirmed: true,
  }),
  'POST /api/v1/subscribers/{id}/sign-out': row({
    who: 'administrator',
    summary: 'End every session of a person, in every browser; about oneself a 409',
    path: byId,
    body: empty,
    output: null,
  }),
  'GET /api/v1/subscribers/{id}/forget-preview': row({
    who: 'administrator',
    summary: 'What forgetting a person removes, what it ends, and what stays sealed until when',
    path: byId,
    output: z.object({
      /** Kinds of things and how many of each; the words for them are the admin area’s. */
      removed: z.array(z.object({ kind: z.enum(removedKinds), count: z.int() })),
      ended: z.array(z.object({ id: z.string(), plan: z.string(), status })),
      kept: z.array(z.object({ kind: z.enum(keptKinds), count: z.int() })),
      sealed: z.array(z.object({ kind: z.enum(sealedKinds), count: z.int(), until: z.iso.datetime() })),
    }),
  }),
  'GET /api/v1/subscribers/{id}/checks': row({
    who: 'administrator',
    summary:
      'The checks of a person against lists, countries and domains, newest first; the next page is in the Link header',
    path: byId,
    query: z.strictObject(pageParams),
    output: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        occasion: z.string(),
        outcome: dplStatus,
        lists: z.array(z.object({ name: z.string(), hash: z.string(), date: z.string().nullable().optional() })),
        reasons: z.array(reason),
        decidedBy: z.string(),
        comment: z.string().nullable(),
        /** When a check last found the same against the same lists, and how often since this one. */
        lastCheckedAt: moment,
        repeats: z.int(),
      }),
    ),
  }),
  'GET /api/v1/subscribers/{id}/invoices': row({
    who: 'administrator',
    summary: 'The invoices of a subscriber, newest first; 503 while the billing provider cannot be reached',
    path: byId,
    output: invoices,
  }),
} as const
